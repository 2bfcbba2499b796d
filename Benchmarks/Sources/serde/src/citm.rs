//! The model `Citm` of Tests/CorpusModels: the same fields in the same order.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::sums::{Sum, Sums};

model! {
    #[serde(rename_all = "camelCase")]
    Area {
        area_id: i64,
        block_ids: Vec<i64>,
    }
}

model! {
    #[serde(rename_all = "camelCase")]
    SeatCategory {
        areas: Vec<Area>,
        seat_category_id: i64,
    }
}

model! {
    #[serde(rename_all = "camelCase")]
    Price {
        amount: i64,
        audience_sub_category_id: i64,
        seat_category_id: i64,
    }
}

model! {
    #[serde(rename_all = "camelCase")]
    Performance {
        event_id: i64,
        id: i64,
        #[serde(skip_serializing_if = "Option::is_none")]
        logo: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        name: Option<String>,
        prices: Vec<Price>,
        seat_categories: Vec<SeatCategory>,
        #[serde(skip_serializing_if = "Option::is_none")]
        seat_map_image: Option<String>,
        start: i64,
        venue_code: String,
    }
}

model! {
    #[serde(rename_all = "camelCase")]
    Event {
        #[serde(skip_serializing_if = "Option::is_none")]
        description: Option<String>,
        id: i64,
        #[serde(skip_serializing_if = "Option::is_none")]
        logo: Option<String>,
        name: String,
        sub_topic_ids: Vec<i64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        subject_code: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        subtitle: Option<String>,
        topic_ids: Vec<i64>,
    }
}

model! {
    #[serde(rename_all = "camelCase")]
    Catalog {
        area_names: HashMap<String, String>,
        audience_sub_category_names: HashMap<String, String>,
        block_names: HashMap<String, String>,
        events: HashMap<String, Event>,
        performances: Vec<Performance>,
        seat_category_names: HashMap<String, String>,
        sub_topic_names: HashMap<String, String>,
        subject_names: HashMap<String, String>,
        topic_names: HashMap<String, String>,
        topic_sub_topics: HashMap<String, Vec<i64>>,
        venue_names: HashMap<String, String>,
    }
}
