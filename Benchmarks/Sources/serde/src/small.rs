//! Small models of the workloads: an account, and seven fields of a tweet.

use serde::{Deserialize, Serialize};

use crate::sums::{Sum, Sums};

model! {
    Author {
        id: u64,
        screen_name: String,
    }
}

model! {
    Headline {
        created_at: String,
        id: u64,
        text: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        in_reply_to_status_id: Option<u64>,
        user: Author,
        retweet_count: i64,
        favorite_count: i64,
    }
}

model! {
    Account {
        id: i64,
        name: String,
        ok: bool,
    }
}
