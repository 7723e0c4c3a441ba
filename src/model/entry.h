// One item of a feed, whatever its dialect.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"

namespace curlew::model {

struct Enclosure {
  std::string url;
  std::string type;
  std::uint64_t length = 0;

  bool operator==(const Enclosure&) const = default;
};

// Text fields are UTF-8; addresses are absolute where the feed let them be resolved.
struct Entry {
  // guid, atom:id, JSON Feed id; empty when the feed gives none.
  std::string id;
  std::string link;
  // Plain text, entities decoded, tags removed.
  std::string title;
  // HTML as the publisher wrote it, not made safe; plain text is escaped.
  std::string summary;
  // The full text when the feed carries it; HTML likewise.
  std::string content;
  // First of the names.
  std::string author;
  std::string language;
  std::optional<Time> published;
  std::optional<Time> updated;
  std::vector<std::string> categories;
  std::vector<Enclosure> enclosures;

  bool operator==(const Entry&) const = default;
};

}  // namespace curlew::model
