// Subscription lists: OPML 1.0 and 2.0 (http://opml.org/spec2.opml), with folders.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"

namespace curlew::parse {

struct OpmlFeed {
  std::string url;
  // Empty where the list only repeats the address.
  std::string title;
  std::string site_url;
  // "News/Greece": names of the outlines around it, '/' between.
  std::string folder;

  // What Curlew adds for its own kind, as attributes curlew:page and so on, which other
  // readers pass over: the page that is followed, where `url` is the feed made of it.
  // Empty where a list does not say.
  std::string page;
  // "page", "auto".
  std::string kind;
  // "30m".
  std::string interval;
  // "paused".
  std::string state;
  // What is watched of it, a line each (model/watching.h).
  std::string watching;
  // "capture", "dyn".
  std::string objective;
  std::string policy;
  bool operator==(const OpmlFeed&) const = default;
};

struct OpmlList {
  std::vector<OpmlFeed> feeds;
  // Outlines that name something else than a feed: an empty xmlUrl, a site alone, a
  // link, another list. Folders are not counted.
  std::size_t skipped = 0;
  // The document ends too early: feeds may be missing.
  bool is_cut = false;
};

struct OpmlLimits {
  Bytes size = 32_MiB;
  // Deeper outlines are an error, and left out where they were never closed.
  int depth = 64;
  std::size_t feeds = 100'000;
  // The longest title of a feed, and of the names of all folders around it; longer ones
  // are cut.
  Bytes title = 1_KiB;
  Bytes folder = 1_KiB;
};

// Reads what people have: missing types, text instead of title, categories instead of
// folders, names in any case, any charset, broken markup, nesting. The feeds come in
// the list's order; repeats are the caller's business. An error says why this is not
// a list, or that it is larger than allowed. What is made of a list is at most four
// times its bytes and 1 MiB (allowance.h); names of folders, repeated for each feed in
// them, that make more are an error.
Result<OpmlList> parse_opml(std::string_view bytes, const OpmlLimits& limits = {});

// Writes OPML 2.0 that parse_opml() reads back unchanged, in the same order: a folder
// that comes back after another one is opened again, so sort by folder what people will
// read.
std::string write_opml(std::string_view title, const std::vector<OpmlFeed>& feeds);

}  // namespace curlew::parse
