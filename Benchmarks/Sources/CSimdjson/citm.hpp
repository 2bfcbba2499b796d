// The model `Citm` of Tests/CorpusModels: the same fields in the same order.
#ifndef CITM_HPP
#define CITM_HPP

#include "model.hpp"

#define AREA_FIELDS(F) \
    F(int64_t, areaId, "areaId") F(std::vector<int64_t>, blockIds, "blockIds")
MODEL(Area, AREA_FIELDS)

#define SEATCATEGORY_FIELDS(F) \
    F(std::vector<Area>, areas, "areas") F(int64_t, seatCategoryId, "seatCategoryId")
MODEL(SeatCategory, SEATCATEGORY_FIELDS)

#define PRICE_FIELDS(F) \
    F(int64_t, amount, "amount") F(int64_t, audienceSubCategoryId, "audienceSubCategoryId") \
    F(int64_t, seatCategoryId, "seatCategoryId")
MODEL(Price, PRICE_FIELDS)

#define PERFORMANCE_FIELDS(F) \
    F(int64_t, eventId, "eventId") F(int64_t, id, "id") F(std::optional<std::string>, logo, "logo") \
    F(std::optional<std::string>, name, "name") F(std::vector<Price>, prices, "prices") \
    F(std::vector<SeatCategory>, seatCategories, "seatCategories") \
    F(std::optional<std::string>, seatMapImage, "seatMapImage") F(int64_t, start, "start") \
    F(std::string, venueCode, "venueCode")
MODEL(Performance, PERFORMANCE_FIELDS)

#define EVENT_FIELDS(F) \
    F(std::optional<std::string>, description, "description") F(int64_t, id, "id") \
    F(std::optional<std::string>, logo, "logo") F(std::string, name, "name") \
    F(std::vector<int64_t>, subTopicIds, "subTopicIds") F(std::optional<std::string>, subjectCode, "subjectCode") \
    F(std::optional<std::string>, subtitle, "subtitle") F(std::vector<int64_t>, topicIds, "topicIds")
MODEL(Event, EVENT_FIELDS)

#define CATALOG_FIELDS(F) \
    F(Map<std::string>, areaNames, "areaNames") \
    F(Map<std::string>, audienceSubCategoryNames, "audienceSubCategoryNames") \
    F(Map<std::string>, blockNames, "blockNames") F(Map<Event>, events, "events") \
    F(std::vector<Performance>, performances, "performances") \
    F(Map<std::string>, seatCategoryNames, "seatCategoryNames") F(Map<std::string>, subTopicNames, "subTopicNames") \
    F(Map<std::string>, subjectNames, "subjectNames") F(Map<std::string>, topicNames, "topicNames") \
    F(Map<std::vector<int64_t>>, topicSubTopics, "topicSubTopics") F(Map<std::string>, venueNames, "venueNames")
MODEL(Catalog, CATALOG_FIELDS)

#endif
