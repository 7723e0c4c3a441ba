// Entries of the Miniflux API: which are asked for, and how they are written.

#pragma once

#include <boost/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "api/readers/reader_route.h"
#include "api/readers/shown_entry.h"
#include "service/reader_items.h"

namespace curlew::api {

// Feeds and the categories that they are in, of one user.
class MinifluxFeeds {
 public:
  static Result<MinifluxFeeds> read(const ReaderAsked& asked);

  const std::vector<service::ReaderFeed>& all() const { return feeds_; }
  const std::vector<NumberedFolder>& folders() const { return folders_; }
  // nullptr: he sees none with that number.
  const service::ReaderFeed* find(std::int64_t number) const;
  // The category with that number; kNotFound: he has none.
  Result<std::string> folder_of(std::int64_t category) const;
  // What entries are narrowed to, which is kUsage where he has none: Miniflux answers
  // 400 to these, and 404 to whoever asks for the thing itself.
  Result<void> narrow_to_feed(std::int64_t feed, service::ReaderQuery& query) const;
  Result<void> narrow_to_category(std::int64_t category,
                                  service::ReaderQuery& query) const;

  boost::json::object category_object(const std::string& folder) const;
  boost::json::object feed_object(const service::ReaderFeed& feed) const;

 private:
  std::int64_t user_ = 0;
  std::vector<service::ReaderFeed> feeds_;
  std::vector<NumberedFolder> folders_;
};

// "2026-11-18T12:00:00Z"
boost::json::object miniflux_entry(const ShownEntry& entry, const MinifluxFeeds& feeds,
                                   model::UserId user);

// A page of entries and how many there are; `query` says of which feed or folder, the
// parameters of the address the rest.
Result<Answer> miniflux_entries(const ReaderAsked& asked, service::ReaderQuery query);

}  // namespace curlew::api
