// Bytes of a feed in any dialect and state of repair -> one Feed.
//
// Pure: no clock, no network. No entity from outside is ever resolved; size, depth and
// counts are bounded, and so is what is made of a document: at most four times its
// bytes and 1 MiB (allowance.h).

#pragma once

#include <bitset>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "base/time.h"
#include "model/entry.h"

namespace curlew::parse {

enum class FeedKind { kRss, kRdf, kAtom, kJsonFeed };
std::string_view to_string(FeedKind kind);  // "rss", "rdf", "atom", "json"

struct Feed {
  FeedKind kind = FeedKind::kRss;
  std::string title;
  std::string link;  // The page that the feed belongs to.
  std::string description;
  std::string language;
  std::string hub;        // WebSub: rel=hub.
  std::string self_link;  // rel=self.
  std::vector<std::string> categories;
  std::vector<model::Entry> entries;  // As in the document.
  bool is_cut = false;       // The document ends too early: entries may be missing.
  std::size_t left_out = 0;  // Entries beyond the limit, which were not kept.

  // What the feed asks of its readers.
  std::optional<Milliseconds> ttl;     // RSS ttl
  std::optional<Milliseconds> period;  // sy:updatePeriod / sy:updateFrequency
  std::bitset<24> skip_hours;          // UTC hours when nothing is published.
  std::bitset<7> skip_days;            // Sunday is 0, as in std::chrono::weekday.
};

// Titles are plain text everywhere in Curlew; some publishers put markup into them.
enum class TitleForm {
  kPlainText,   // Tags removed, references decoded.
  kSafeMarkup,  // What of the markup is harmless stays; addresses in it are absolute.
};

struct FeedContext {
  std::string url;  // Base for relative links; may be empty.
  // The header as received: the base instead, where it is an address of the Web.
  std::string content_location;
  std::string content_type;      // Likewise; its charset counts.
  std::string content_language;  // Likewise.
  TitleForm titles = TitleForm::kPlainText;
};

struct FeedLimits {
  Bytes size = 32_MiB;
  int depth = 100;
  std::size_t entries = 10'000;  // Further ones are left out.
  Bytes text = 2_MiB;            // The longest field; longer ones are cut.
  Bytes line = 1_KiB;            // The longest title, name or category; likewise.
  Bytes language = 100;          // The longest that are registered have some 35 bytes.
  // Categories or enclosures of one entry; further ones are left out. Each is compared
  // with those before it.
  std::size_t list = 100;
};

// An error says why this is not a feed ("HTML instead of a feed", "empty", ...).
Result<Feed> parse_feed(std::string_view bytes, const FeedContext& context,
                        const FeedLimits& limits = {});

}  // namespace curlew::parse
