// Compiles date patterns to items, letter by letter.
#include "date/fields.h"

const char yoke_month_names[12][10] = {"January", "February", "March",     "April",   "May",      "June",
                                       "July",    "August",   "September", "October", "November", "December"};
const char yoke_weekday_names[7][10] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};

/// Returns the item for `count` equal letters of a pattern. Returns YOKE_FIELD_LITERAL if patterns have no such field.
static yoke_date_item field(uint8_t letter, size_t count) {
    const yoke_date_item none = {YOKE_FIELD_LITERAL, 0};
    if (count > 9) return none;
    const uint8_t width = (uint8_t)count;
    const uint8_t zone = YOKE_ZONE_LETTER | YOKE_ZONE_COLON | YOKE_ZONE_BASIC;
    switch (letter) {
    case 'y': return count == 2 || count == 4 ? (yoke_date_item){YOKE_FIELD_YEAR, width} : none;
    case 'M': return count <= 4 ? (yoke_date_item){YOKE_FIELD_MONTH, width} : none;
    case 'd': return count <= 2 ? (yoke_date_item){YOKE_FIELD_DAY, width} : none;
    case 'E': return count <= 4 ? (yoke_date_item){YOKE_FIELD_WEEKDAY, count < 4 ? 3 : 4} : none;
    case 'H': return count <= 2 ? (yoke_date_item){YOKE_FIELD_HOUR, width} : none;
    case 'h': return count <= 2 ? (yoke_date_item){YOKE_FIELD_HOUR12, width} : none;
    case 'a': return count == 1 ? (yoke_date_item){YOKE_FIELD_HALF, width} : none;
    case 'm': return count <= 2 ? (yoke_date_item){YOKE_FIELD_MINUTE, width} : none;
    case 's': return count <= 2 ? (yoke_date_item){YOKE_FIELD_SECOND, width} : none;
    case 'S': return (yoke_date_item){YOKE_FIELD_FRACTION, width};
    case 'Z':
        if (count <= 3) return (yoke_date_item){YOKE_FIELD_ZONE, zone | YOKE_ZONE_NAME};
        return count == 5 ? (yoke_date_item){YOKE_FIELD_ZONE, zone} : none;
    case 'X':
        if (count == 1) return (yoke_date_item){YOKE_FIELD_ZONE, zone | YOKE_ZONE_HOURS};
        return count <= 3 ? (yoke_date_item){YOKE_FIELD_ZONE, zone} : none;
    default: return none;
    }
}

/// True if the item's text has one digit or two. Then no digit may come directly after it, because the digit would hide where the item
/// ends.
static bool has_open_end(yoke_date_item item) {
    return item.width == 1 && item.field != YOKE_FIELD_LITERAL && item.field != YOKE_FIELD_HALF && item.field != YOKE_FIELD_FRACTION &&
           item.field != YOKE_FIELD_ZONE;
}

/// True if the item's text begins with a digit.
static bool begins_with_digit(yoke_date_item item) {
    switch ((yoke_date_field)item.field) {
    case YOKE_FIELD_LITERAL: return (uint8_t)(item.width - '0') < 10;
    case YOKE_FIELD_MONTH: return item.width < 3;
    case YOKE_FIELD_WEEKDAY:
    case YOKE_FIELD_HALF:
    case YOKE_FIELD_ZONE: return false;
    default: return true;
    }
}

static bool is_letter(uint8_t c) { return (uint8_t)((c | 0x20) - 'a') < 26; }

static bool compile(const uint8_t *pattern, size_t n, yoke_date_format *out) {
    unsigned seen = 0;
    bool quoted = false;
    for (size_t i = 0; i < n;) {
        uint8_t c = pattern[i++];
        yoke_date_item item = {YOKE_FIELD_LITERAL, c};
        if (c == '\'') {
            if (i == n || pattern[i] != '\'') {
                quoted = !quoted;
                continue;
            }
            i++;
        } else if (!quoted && is_letter(c)) {
            size_t first = i - 1;
            while (i < n && pattern[i] == c) i++;
            item = field(c, i - first);
            if (item.field == YOKE_FIELD_LITERAL || (seen >> item.field & 1)) return false;
            seen |= 1u << item.field;
        }
        if (out->count == YOKE_DATE_ITEMS) return false;
        if (out->count > 0 && has_open_end(out->items[out->count - 1]) && begins_with_digit(item)) return false;
        out->items[out->count++] = item;
    }
    bool hour = seen >> YOKE_FIELD_HOUR & 1, hour12 = seen >> YOKE_FIELD_HOUR12 & 1, half = seen >> YOKE_FIELD_HALF & 1;
    return !quoted && seen != 0 && !(hour && hour12) && (!hour12 || half);
}

bool yoke_date_format_compile(const uint8_t *pattern, size_t n, yoke_date_format *out) {
    *out = yoke_date_format_make(YOKE_DATE_FORMAT);
    bool good = compile(pattern, n, out);
    if (!good) *out = yoke_date_format_make(YOKE_DATE_INVALID);
    return good;
}
