#include "apps/commands/check.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json.hpp>
#include <optional>
#include <utility>

#include "apps/commands/installation_key.h"
#include "apps/commands/source_facts.h"
#include "apps/config/options.h"
#include "apps/output/table.h"
#include "base/grouped.h"
#include "base/plain_text.h"
#include "model/mask.h"
#include "service/check_address.h"
#include "service/find_source.h"
#include "service/source_address.h"
#include "service/sources.h"

namespace curlew::apps {
namespace {

using model::SourceKind;
using service::Look;

constexpr std::size_t kShownItems = 20;

std::string_view to_string(fetch::RobotsWord word) {
  switch (word) {
    case fetch::RobotsWord::kNotAsked:
      return "not asked";
    case fetch::RobotsWord::kAllows:
      return "allows it";
    case fetch::RobotsWord::kForbids:
      return "forbids it";
    case fetch::RobotsWord::kUnreadable:
      return "cannot be read";
  }
  return "";
}

std::string robots_of(const Look& look) {
  std::string text(to_string(look.robots));
  if (look.crawl_delay > Milliseconds(0)) {
    text += fmt::format(", and wants {} between requests", to_human(look.crawl_delay));
  }
  return text;
}

std::string answer_of(const Look& look) {
  const model::VisitReport& report = look.report;
  if (report.http_status == 0) return "none";
  return fmt::format("HTTP {}, {}, {} bytes, {} on the wire, {}", report.http_status,
                     look.content_type.empty() ? "no type" : look.content_type,
                     grouped(report.body_bytes), grouped(report.wire_bytes),
                     to_human(report.took));
}

std::string kind_of(const Look& look) {
  const std::size_t feeds = service::named_feeds(look).size();
  if (feeds > 0) {
    return fmt::format("a page that names {}",
                       feeds == 1 ? "a feed" : fmt::format("{} feeds", feeds));
  }
  switch (service::found_kind(look)) {
    case SourceKind::kFeed:
      return "a feed";
    case SourceKind::kPage:
      if (look.first_version && look.source.watching.links) {
        return "a page whose links are followed, and whose content is watched";
      }
      return look.first_version ? "a page whose content is watched"
                                : "a page whose links are followed";
    case SourceKind::kAuto:
      break;
    case model::SourceKind::kData:
    case model::SourceKind::kSparql:
      return "a data document";
    case model::SourceKind::kTopic:
      break;
  }
  return "nothing that can be watched like this";
}

bool is_data(const Look& look) {
  return service::found_kind(look) == SourceKind::kData;
}

void print_items(const Screen& screen, const Look& look, Time now) {
  const auto& entries = model::listing_of(look.report.findings)->new_entries;
  const bool is_page = service::found_kind(look) == SourceKind::kPage;
  print_fact(screen, is_page ? "links" : "items", grouped(entries.size()));
  if (entries.empty()) return;
  Table table({{is_page ? "link" : "item", Align::kLeft, Shrink::kYes},
               {"published", Align::kRight},
               {"address", Align::kLeft, Shrink::kYes}});
  // Reports have the oldest first; people want the newest, and links as on the page.
  const std::size_t shown = std::min(entries.size(), kShownItems);
  for (std::size_t i = 0; i < shown; ++i) {
    const std::size_t place = is_page ? i : entries.size() - 1 - i;
    const model::Entry& entry = entries[place].entry;
    table.add({entry.title.empty() ? "(no title)" : entry.title,
               entry.published ? relative(*entry.published, now) : "-",
               model::masked_address(entry.link)});
  }
  fmt::print(screen.out, "\n{}", table.render(screen));
  if (shown < entries.size()) {
    fmt::print(screen.out, "and {} more\n", grouped(entries.size() - shown));
  }
}

void print_first_version(const Screen& screen, const service::FirstVersion& first) {
  print_fact(screen, "first version", counted(first.count, "line"));
  for (const std::string& line : first.lines) {
    fmt::print(screen.out, "  {}\n", line);
  }
  if (first.lines.size() < first.count) {
    fmt::print(screen.out, "  and {} more\n",
               grouped(first.count - first.lines.size()));
  }
}

void print_look(const Screen& screen, const Look& look, Time now) {
  const std::string url = model::masked_address(look.source.url);
  fmt::print(screen.out, "{}\n", coloured(screen, plain_text(url), Colour::kBold));
  if (look.final_url != look.source.url) {
    print_fact(screen, "leads to", model::masked_address(look.final_url));
  }
  print_fact(screen, "robots.txt", robots_of(look));
  print_fact(screen, "answer", answer_of(look));
  print_fact(screen, "is", kind_of(look));
  for (const std::string& feed : service::named_feeds(look)) {
    print_fact(screen, "names", feed);
  }
  if (const model::Listing* listing = model::listing_of(look.report.findings)) {
    print_fact(screen, "title", listing->head.title);
    print_fact(screen, "site", listing->head.site_url);
    print_fact(screen, "language", listing->head.language);
    if (look.source.watching.links && !is_data(look)) print_items(screen, look, now);
  }
  if (look.first_version) print_first_version(screen, *look.first_version);
  if (const auto problem = service::problem_of(look)) {
    fmt::print(screen.out, "\n");
    print_problem(screen, *problem);
  }
  fmt::print(screen.out, "\n");
}

std::string to_json(const Look& look) {
  using boost::json::value;
  const auto text = [](std::string_view unsafe) { return plain_text(unsafe); };
  const model::VisitReport& report = look.report;
  boost::json::array feeds, items;
  for (const std::string& feed : service::named_feeds(look))
    feeds.emplace_back(text(feed));
  const model::Listing* const found = model::listing_of(report.findings);
  const model::Listing listing = found ? *found : model::Listing{};
  for (const auto& [entry, key, likeness] : listing.new_entries) {
    items.emplace_back(boost::json::object{
        {"title", text(entry.title)},
        {"link", text(model::masked_address(entry.link))},
        {"published",
         entry.published ? value(to_iso8601(*entry.published)) : value(nullptr)}});
  }
  value first(nullptr);
  if (look.first_version) {
    boost::json::array lines;
    for (const std::string& line : look.first_version->lines) lines.emplace_back(line);
    first = boost::json::object{{"lines", std::move(lines)},
                                {"count", look.first_version->count}};
  }
  value told(nullptr);
  if (const auto problem = service::problem_of(look)) {
    told = boost::json::object{{"reason", text(problem->reason)},
                               {"cure", text(problem->cure)}};
  }
  return serialize(
      boost::json::object{{"url", text(model::masked_address(look.source.url))},
                          {"final_url", text(model::masked_address(look.final_url))},
                          {"robots", to_string(look.robots)},
                          {"crawl_delay_ms", look.crawl_delay.count()},
                          {"outcome", model::to_string(report.outcome)},
                          {"status", report.http_status},
                          {"content_type", text(look.content_type)},
                          {"took_ms", report.took.count()},
                          {"wire_bytes", report.wire_bytes},
                          {"body_bytes", report.body_bytes},
                          {"kind", model::to_string(service::found_kind(look))},
                          {"title", text(listing.head.title)},
                          {"language", text(listing.head.language)},
                          {"feeds", std::move(feeds)},
                          {"items", std::move(items)},
                          {"problem", std::move(told)},
                          {"first_version", std::move(first)}});
}

// A source as it is watched where its number is given, else the address.
Result<model::Source> source_to_check(const Context& context,
                                      const CheckOptions& options,
                                      const KeyReader& key) {
  TRY_ASSIGN(service::SourceEdit edit, to_source_edit(options.source));
  model::Source source;
  if (service::parse_source_number(options.url)) {
    TRY_ASSIGN(const auto store,
               open_store(context.config, store::OpenMode::kReadOnly));
    TRY_ASSIGN(auto found, service::find_source(*store, options.url));
    source = std::move(found.source);
  } else {
    TRY(expect_no_file(options.url));
    TRY_ASSIGN(const std::string address, to_address(options.source, options.url));
    TRY_ASSIGN(auto wanted, service::to_wanted({{address}, std::move(edit)}));
    source.url = std::move(wanted.front().url);
    edit = std::move(wanted.front().edit);
  }
  TRY(service::apply(edit, key, source));
  return source;
}

}  // namespace

Result<void> check_address(const Context& context, const CheckOptions& options) {
  service::LookOptions how = look_options(context.config);
  const bool is_watched = service::parse_source_number(options.url).has_value();
  how.key =
      is_watched ? key_reader(context.config) : key_or_passing_one(context.config);
  TRY_ASSIGN(const model::Source source, source_to_check(context, options, how.key));
  const auto looks = service::look_at(how, context.clock, source);
  for (const Look& look : looks) {
    if (options.json) {
      fmt::print(context.screen.out, "{}\n", to_json(look));
    } else {
      print_look(context.screen, look, context.clock.now());
    }
  }
  const auto problem = service::problem_of(looks.back());
  if (!problem) return {};
  // Where both go to one terminal it was said already.
  const bool is_said = !options.json && isatty(fileno(context.screen.out)) == 1 &&
                       isatty(STDERR_FILENO) == 1;
  if (is_said) return Error{ErrorKind::kFailed, ""};
  return Error{ErrorKind::kFailed,
               fmt::format("{}: {}", model::masked_address(looks.back().source.url),
                           problem->reason)};
}

}  // namespace curlew::apps
