//! The model `Twitter` of Tests/CorpusModels: the same fields in the same order.

use serde::{Deserialize, Serialize};

use crate::sums::{Sum, Sums};

model! {
    Link {
        url: String,
        expanded_url: String,
        display_url: String,
        indices: Vec<i64>,
    }
}

model! {
    LinkList {
        urls: Vec<Link>,
    }
}

model! {
    UserEntities {
        #[serde(skip_serializing_if = "Option::is_none")]
        url: Option<LinkList>,
        description: LinkList,
    }
}

model! {
    User {
        id: u64,
        id_str: String,
        name: String,
        screen_name: String,
        location: String,
        description: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        url: Option<String>,
        entities: UserEntities,
        protected: bool,
        followers_count: i64,
        friends_count: i64,
        listed_count: i64,
        created_at: String,
        favourites_count: i64,
        #[serde(skip_serializing_if = "Option::is_none")]
        utc_offset: Option<i64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        time_zone: Option<String>,
        geo_enabled: bool,
        verified: bool,
        statuses_count: i64,
        lang: String,
        contributors_enabled: bool,
        is_translator: bool,
        is_translation_enabled: bool,
        profile_background_color: String,
        profile_background_image_url: String,
        profile_background_image_url_https: String,
        profile_background_tile: bool,
        profile_image_url: String,
        profile_image_url_https: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        profile_banner_url: Option<String>,
        profile_link_color: String,
        profile_sidebar_border_color: String,
        profile_sidebar_fill_color: String,
        profile_text_color: String,
        profile_use_background_image: bool,
        default_profile: bool,
        default_profile_image: bool,
        following: bool,
        follow_request_sent: bool,
        notifications: bool,
    }
}

model! {
    Hashtag {
        text: String,
        indices: Vec<i64>,
    }
}

model! {
    Mention {
        screen_name: String,
        name: String,
        id: u64,
        id_str: String,
        indices: Vec<i64>,
    }
}

model! {
    MediaSize {
        w: i64,
        h: i64,
        resize: String,
    }
}

model! {
    MediaSizes {
        medium: MediaSize,
        small: MediaSize,
        thumb: MediaSize,
        large: MediaSize,
    }
}

model! {
    Media {
        id: u64,
        id_str: String,
        indices: Vec<i64>,
        media_url: String,
        media_url_https: String,
        url: String,
        display_url: String,
        expanded_url: String,
        #[serde(rename = "type")]
        kind: String,
        sizes: MediaSizes,
        #[serde(skip_serializing_if = "Option::is_none")]
        source_status_id: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        source_status_id_str: Option<String>,
    }
}

model! {
    Entities {
        hashtags: Vec<Hashtag>,
        symbols: Vec<Hashtag>,
        urls: Vec<Link>,
        user_mentions: Vec<Mention>,
        #[serde(skip_serializing_if = "Option::is_none")]
        media: Option<Vec<Media>>,
    }
}

model! {
    StatusMetadata {
        result_type: String,
        iso_language_code: String,
    }
}

model! {
    Point {
        #[serde(rename = "type")]
        kind: String,
        coordinates: Vec<f64>,
    }
}

model! {
    Place {
        id: String,
        name: String,
        full_name: String,
        country: String,
    }
}

model! {
    Status {
        metadata: StatusMetadata,
        created_at: String,
        id: u64,
        id_str: String,
        text: String,
        source: String,
        truncated: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        in_reply_to_status_id: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        in_reply_to_status_id_str: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        in_reply_to_user_id: Option<u64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        in_reply_to_user_id_str: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        in_reply_to_screen_name: Option<String>,
        user: User,
        #[serde(skip_serializing_if = "Option::is_none")]
        geo: Option<Point>,
        #[serde(skip_serializing_if = "Option::is_none")]
        coordinates: Option<Point>,
        #[serde(skip_serializing_if = "Option::is_none")]
        place: Option<Place>,
        #[serde(skip_serializing_if = "Option::is_none")]
        contributors: Option<Vec<u64>>,
        #[serde(skip_serializing_if = "Option::is_none")]
        retweeted_status: Option<Box<Status>>,
        retweet_count: i64,
        favorite_count: i64,
        entities: Entities,
        favorited: bool,
        retweeted: bool,
        #[serde(skip_serializing_if = "Option::is_none")]
        possibly_sensitive: Option<bool>,
        lang: String,
    }
}

model! {
    SearchMetadata {
        completed_in: f64,
        max_id: u64,
        max_id_str: String,
        next_results: String,
        query: String,
        refresh_url: String,
        count: i64,
        since_id: u64,
        since_id_str: String,
    }
}

model! {
    SearchResult {
        statuses: Vec<Status>,
        search_metadata: SearchMetadata,
    }
}
