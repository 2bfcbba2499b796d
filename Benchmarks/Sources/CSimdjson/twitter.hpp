// The model `Twitter` of Tests/CorpusModels: the same fields in the same order.
#ifndef TWITTER_HPP
#define TWITTER_HPP

#include "model.hpp"

#define LINK_FIELDS(F) \
    F(std::string, url, "url") F(std::string, expanded_url, "expanded_url") F(std::string, display_url, "display_url") \
    F(std::vector<int64_t>, indices, "indices")
MODEL(Link, LINK_FIELDS)

#define LINKLIST_FIELDS(F) \
    F(std::vector<Link>, urls, "urls")
MODEL(LinkList, LINKLIST_FIELDS)

#define USERENTITIES_FIELDS(F) \
    F(std::optional<LinkList>, url, "url") F(LinkList, description, "description")
MODEL(UserEntities, USERENTITIES_FIELDS)

#define USER_FIELDS(F) \
    F(uint64_t, id, "id") F(std::string, id_str, "id_str") F(std::string, name, "name") \
    F(std::string, screen_name, "screen_name") F(std::string, location, "location") \
    F(std::string, description, "description") F(std::optional<std::string>, url, "url") \
    F(UserEntities, entities, "entities") F(bool, is_protected, "protected") \
    F(int64_t, followers_count, "followers_count") F(int64_t, friends_count, "friends_count") \
    F(int64_t, listed_count, "listed_count") F(std::string, created_at, "created_at") \
    F(int64_t, favourites_count, "favourites_count") F(std::optional<int64_t>, utc_offset, "utc_offset") \
    F(std::optional<std::string>, time_zone, "time_zone") F(bool, geo_enabled, "geo_enabled") \
    F(bool, verified, "verified") F(int64_t, statuses_count, "statuses_count") F(std::string, lang, "lang") \
    F(bool, contributors_enabled, "contributors_enabled") F(bool, is_translator, "is_translator") \
    F(bool, is_translation_enabled, "is_translation_enabled") \
    F(std::string, profile_background_color, "profile_background_color") \
    F(std::string, profile_background_image_url, "profile_background_image_url") \
    F(std::string, profile_background_image_url_https, "profile_background_image_url_https") \
    F(bool, profile_background_tile, "profile_background_tile") F(std::string, profile_image_url, "profile_image_url") \
    F(std::string, profile_image_url_https, "profile_image_url_https") \
    F(std::optional<std::string>, profile_banner_url, "profile_banner_url") \
    F(std::string, profile_link_color, "profile_link_color") \
    F(std::string, profile_sidebar_border_color, "profile_sidebar_border_color") \
    F(std::string, profile_sidebar_fill_color, "profile_sidebar_fill_color") \
    F(std::string, profile_text_color, "profile_text_color") \
    F(bool, profile_use_background_image, "profile_use_background_image") F(bool, default_profile, "default_profile") \
    F(bool, default_profile_image, "default_profile_image") F(bool, following, "following") \
    F(bool, follow_request_sent, "follow_request_sent") F(bool, notifications, "notifications")
MODEL(User, USER_FIELDS)

#define HASHTAG_FIELDS(F) \
    F(std::string, text, "text") F(std::vector<int64_t>, indices, "indices")
MODEL(Hashtag, HASHTAG_FIELDS)

#define MENTION_FIELDS(F) \
    F(std::string, screen_name, "screen_name") F(std::string, name, "name") F(uint64_t, id, "id") \
    F(std::string, id_str, "id_str") F(std::vector<int64_t>, indices, "indices")
MODEL(Mention, MENTION_FIELDS)

#define MEDIASIZE_FIELDS(F) \
    F(int64_t, w, "w") F(int64_t, h, "h") F(std::string, resize, "resize")
MODEL(MediaSize, MEDIASIZE_FIELDS)

#define MEDIASIZES_FIELDS(F) \
    F(MediaSize, medium, "medium") F(MediaSize, small, "small") F(MediaSize, thumb, "thumb") \
    F(MediaSize, large, "large")
MODEL(MediaSizes, MEDIASIZES_FIELDS)

#define MEDIA_FIELDS(F) \
    F(uint64_t, id, "id") F(std::string, id_str, "id_str") F(std::vector<int64_t>, indices, "indices") \
    F(std::string, media_url, "media_url") F(std::string, media_url_https, "media_url_https") \
    F(std::string, url, "url") F(std::string, display_url, "display_url") F(std::string, expanded_url, "expanded_url") \
    F(std::string, type, "type") F(MediaSizes, sizes, "sizes") \
    F(std::optional<uint64_t>, source_status_id, "source_status_id") \
    F(std::optional<std::string>, source_status_id_str, "source_status_id_str")
MODEL(Media, MEDIA_FIELDS)

#define ENTITIES_FIELDS(F) \
    F(std::vector<Hashtag>, hashtags, "hashtags") F(std::vector<Hashtag>, symbols, "symbols") \
    F(std::vector<Link>, urls, "urls") F(std::vector<Mention>, user_mentions, "user_mentions") \
    F(std::optional<std::vector<Media>>, media, "media")
MODEL(Entities, ENTITIES_FIELDS)

#define STATUSMETADATA_FIELDS(F) \
    F(std::string, result_type, "result_type") F(std::string, iso_language_code, "iso_language_code")
MODEL(StatusMetadata, STATUSMETADATA_FIELDS)

#define POINT_FIELDS(F) \
    F(std::string, type, "type") F(std::vector<double>, coordinates, "coordinates")
MODEL(Point, POINT_FIELDS)

#define PLACE_FIELDS(F) \
    F(std::string, id, "id") F(std::string, name, "name") F(std::string, full_name, "full_name") \
    F(std::string, country, "country")
MODEL(Place, PLACE_FIELDS)

#define STATUS_FIELDS(F) \
    F(StatusMetadata, metadata, "metadata") F(std::string, created_at, "created_at") F(uint64_t, id, "id") \
    F(std::string, id_str, "id_str") F(std::string, text, "text") F(std::string, source, "source") \
    F(bool, truncated, "truncated") F(std::optional<uint64_t>, in_reply_to_status_id, "in_reply_to_status_id") \
    F(std::optional<std::string>, in_reply_to_status_id_str, "in_reply_to_status_id_str") \
    F(std::optional<uint64_t>, in_reply_to_user_id, "in_reply_to_user_id") \
    F(std::optional<std::string>, in_reply_to_user_id_str, "in_reply_to_user_id_str") \
    F(std::optional<std::string>, in_reply_to_screen_name, "in_reply_to_screen_name") F(User, user, "user") \
    F(std::optional<Point>, geo, "geo") F(std::optional<Point>, coordinates, "coordinates") \
    F(std::optional<Place>, place, "place") F(std::optional<std::vector<uint64_t>>, contributors, "contributors") \
    F(std::unique_ptr<Status>, retweeted_status, "retweeted_status") F(int64_t, retweet_count, "retweet_count") \
    F(int64_t, favorite_count, "favorite_count") F(Entities, entities, "entities") F(bool, favorited, "favorited") \
    F(bool, retweeted, "retweeted") F(std::optional<bool>, possibly_sensitive, "possibly_sensitive") \
    F(std::string, lang, "lang")
MODEL(Status, STATUS_FIELDS)

#define SEARCHMETADATA_FIELDS(F) \
    F(double, completed_in, "completed_in") F(uint64_t, max_id, "max_id") F(std::string, max_id_str, "max_id_str") \
    F(std::string, next_results, "next_results") F(std::string, query, "query") \
    F(std::string, refresh_url, "refresh_url") F(int64_t, count, "count") F(uint64_t, since_id, "since_id") \
    F(std::string, since_id_str, "since_id_str")
MODEL(SearchMetadata, SEARCHMETADATA_FIELDS)

#define SEARCHRESULT_FIELDS(F) \
    F(std::vector<Status>, statuses, "statuses") F(SearchMetadata, search_metadata, "search_metadata")
MODEL(SearchResult, SEARCHRESULT_FIELDS)

#endif
