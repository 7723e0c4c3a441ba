// An item as reader apps show it: cleaned, its text as safe HTML. The three protocols
// only differ in how they write it down.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/time.h"
#include "model/entry.h"
#include "service/reader_items.h"

namespace curlew::api {

struct ShownEntry {
  std::int64_t number = 0;
  std::int64_t feed = 0;
  std::string title;
  // http or https, or empty.
  std::string url;
  std::string author;
  // Made by shown_text().
  std::string html;
  // When it was found, where its publisher does not say.
  Time published;
  Time found;
  bool is_read = false;
  bool is_starred = false;
  // Whose addresses are http or https.
  std::vector<model::Enclosure> files;
};

// Of all texts of an answer; behind it entries come without.
inline constexpr Bytes kMostReaderText = 16_MiB;

std::vector<ShownEntry> shown_entries(std::span<const service::ReaderEntry> entries);

// What is listed, with its texts.
Result<std::vector<ShownEntry>> read_shown(store::Store& store,
                                           std::span<const store::ReaderItem> items,
                                           Time now);

// The folders of a user's feeds, with numbers that stay: they are made of the names.
struct NumberedFolder {
  std::int64_t number = 0;
  // Empty: of feeds that are in none.
  std::string name;
};
inline constexpr std::int64_t kUnfiledNumber = 1;
// In the order of their names; the one without a name first, if there is a feed in it.
std::vector<NumberedFolder> number_folders(std::span<const service::ReaderFeed> feeds);

}  // namespace curlew::api
