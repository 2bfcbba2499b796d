// Small models of the workloads: an account, and seven fields of a tweet.
#ifndef SMALL_HPP
#define SMALL_HPP

#include "model.hpp"

#define AUTHOR_FIELDS(F) \
    F(uint64_t, id, "id") F(std::string, screen_name, "screen_name")
MODEL(Author, AUTHOR_FIELDS)

#define HEADLINE_FIELDS(F) \
    F(std::string, created_at, "created_at") F(uint64_t, id, "id") F(std::string, text, "text") \
    F(std::optional<uint64_t>, in_reply_to_status_id, "in_reply_to_status_id") F(Author, user, "user") \
    F(int64_t, retweet_count, "retweet_count") F(int64_t, favorite_count, "favorite_count")
MODEL(Headline, HEADLINE_FIELDS)

#define ACCOUNT_FIELDS(F) \
    F(int64_t, id, "id") F(std::string, name, "name") F(bool, ok, "ok")
MODEL(Account, ACCOUNT_FIELDS)

#endif
