//! The model `GeoJSON` of Tests/CorpusModels: the same fields in the same order.

use serde::{Deserialize, Serialize};

use crate::sums::{Sum, Sums};

model! {
    Geometry {
        #[serde(rename = "type")]
        kind: String,
        coordinates: Vec<Vec<Vec<f64>>>,
    }
}

model! {
    Properties {
        name: String,
    }
}

model! {
    Feature {
        #[serde(rename = "type")]
        kind: String,
        properties: Properties,
        geometry: Geometry,
    }
}

model! {
    FeatureCollection {
        #[serde(rename = "type")]
        kind: String,
        features: Vec<Feature>,
    }
}
