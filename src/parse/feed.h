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
// "rss", "rdf", "atom", "json"
std::string_view to_string(FeedKind kind);

struct Feed {
  FeedKind kind = FeedKind::kRss;
  std::string title;
  // The page that the feed belongs to.
  std::string link;
  std::string description;
  std::string language;
  // WebSub: rel=hub.
  std::string hub;
  // rel=self.
  std::string self_link;
  std::vector<std::string> categories;
  // In the order of the document.
  std::vector<model::Entry> entries;
  // The document ends too early: entries may be missing.
  bool is_cut = false;
  // Entries beyond the limit, which were not kept.
  std::size_t left_out = 0;

  // How long the feed asks its readers to stay away: RSS ttl.
  std::optional<Milliseconds> ttl;
  // sy:updatePeriod / sy:updateFrequency
  std::optional<Milliseconds> period;
  // UTC hours when nothing is published.
  std::bitset<24> skip_hours;
  // Sunday is 0, as in std::chrono::weekday.
  std::bitset<7> skip_days;
};

// Titles are plain text everywhere in Curlew; some publishers put markup into them.
enum class TitleForm {
  // Tags removed, references decoded.
  kPlainText,
  // What of the markup is harmless stays; addresses in it are absolute.
  kSafeMarkup,
};

struct FeedContext {
  // Base for relative links; may be empty.
  std::string url;
  // The header as received: the base instead, where it is an address of the Web.
  std::string content_location;
  // The header as received; its charset counts.
  std::string content_type;
  // The header as received.
  std::string content_language;
  TitleForm titles = TitleForm::kPlainText;
};

struct FeedLimits {
  Bytes size = 32_MiB;
  int depth = 100;
  // Further ones are left out.
  std::size_t entries = 10'000;
  // The longest field; longer ones are cut.
  Bytes text = 2_MiB;
  // The longest title, name or category; likewise.
  Bytes line = 1_KiB;
  // The longest that are registered have some 35 bytes.
  Bytes language = 100;
  // Categories or enclosures of one entry; further ones are left out. Each is compared
  // with those before it.
  std::size_t list = 100;
};

// An error says why this is not a feed ("HTML instead of a feed", "empty", ...).
Result<Feed> parse_feed(std::string_view bytes, const FeedContext& context,
                        const FeedLimits& limits = {});

}  // namespace curlew::parse
