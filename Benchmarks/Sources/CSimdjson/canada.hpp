// The model `GeoJSON` of Tests/CorpusModels: the same fields in the same order.
#ifndef CANADA_HPP
#define CANADA_HPP

#include "model.hpp"

#define GEOMETRY_FIELDS(F) \
    F(std::string, type, "type") F(std::vector<std::vector<std::vector<double>>>, coordinates, "coordinates")
MODEL(Geometry, GEOMETRY_FIELDS)

#define PROPERTIES_FIELDS(F) \
    F(std::string, name, "name")
MODEL(Properties, PROPERTIES_FIELDS)

#define FEATURE_FIELDS(F) \
    F(std::string, type, "type") F(Properties, properties, "properties") F(Geometry, geometry, "geometry")
MODEL(Feature, FEATURE_FIELDS)

#define FEATURECOLLECTION_FIELDS(F) \
    F(std::string, type, "type") F(std::vector<Feature>, features, "features")
MODEL(FeatureCollection, FEATURECOLLECTION_FIELDS)

#endif
