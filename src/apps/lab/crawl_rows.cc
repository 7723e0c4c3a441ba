#include "apps/lab/crawl_rows.h"

#include <fmt/format.h>

#include "apps/lab/cases.h"
#include "apps/output/table.h"

namespace curlew::apps {
namespace {

namespace json = boost::json;

json::object order_row(const CrawlContest& contest, const CrawlResult& result) {
  json::object row{{"order", frontier::to_text(result.order)},
                   {"harvest_ratio", result.harvest_ratio()},
                   {"changes_per_fetch", result.changes_per_fetch()},
                   {"possible_changes_per_fetch", result.possible_changes_per_fetch()},
                   {"topic_precision", result.topic_precision()},
                   {"reorder_ms", result.reorder_ms}};
  if (contest.stay) row["stay"] = *contest.stay;
  row["method"] = name_of(result.method);
  row["pages"] = contest.pages;
  row["downloaded"] = result.all.downloaded;
  row["relevant"] = result.all.relevant;
  row["accepted"] = result.all.accepted;
  row["revisits"] = result.all.revisits;
  row["changes"] = result.all.changes;
  return row;
}

// What every row but the order's begins with.
json::object part_of(const CrawlContest& contest, const CrawlResult& result,
                     std::uint32_t topic) {
  json::object row{{"order", frontier::to_text(result.order)}};
  if (contest.stay) row["stay"] = *contest.stay;
  row["topic"] = contest.topics[topic];
  return row;
}

json::object phase_row(const CrawlContest& contest, const CrawlResult& result,
                       const CrawledPhase& phase) {
  const frontier::PhaseReport& report = phase.report;
  json::object row = part_of(contest, result, phase.topic);
  row["phase"] = report.phase;
  row["threshold"] = report.threshold;
  row["downloaded"] = report.downloaded;
  row["revisited"] = report.revisited;
  row["relevant"] = report.relevant;
  row["newly_relevant"] = report.newly_relevant;
  row["truly_relevant"] = phase.truly_relevant;
  row["harvest_ratio"] = report.harvest_ratio();
  row["structural"] = report.structural;
  row["textual"] = report.textual;
  row["recategorised"] = report.moved + report.dropped;
  row["dropped"] = report.dropped;
  row["duplicates"] = report.duplicates;
  row["dynamic"] = report.dynamic_pages;
  row["static"] = report.static_pages;
  row["links_waiting"] = report.waiting_links;
  json::object sites;
  for (const auto& [site, pages] : phase.sites) sites[site] = pages;
  row["sites"] = std::move(sites);
  return row;
}

json::object dynamic_row(const CrawlContest& contest, const CrawlResult& result,
                         const DynamicPage& page) {
  json::object row = part_of(contest, result, page.topic);
  row["url"] = page.address;
  row["changes"] = page.changes;
  row["ranks"] = {{"dynamicity", page.dynamicity},
                  {"curlew", page.curlew},
                  {"pagerank", page.pagerank},
                  {"backlinks", page.backlinks},
                  {"forward-links", page.forward_links}};
  return row;
}

Column number(std::string title) {
  return {.title = std::move(title), .align = Align::kRight};
}

std::string stay_text(const CrawlContest& contest) {
  return contest.stay ? fmt::format("{:g}", *contest.stay) : "";
}

Table orders_table(std::span<const CrawlContest> contests) {
  Table table({{.title = "order"},
               {.title = "topics by"},
               number("stay"),
               number("harvest_ratio"),
               number("changes_per_fetch"),
               number("possible"),
               number("topic_precision"),
               number("reorder_ms"),
               number("downloaded"),
               number("relevant"),
               number("revisits"),
               number("changes")});
  for (const CrawlContest& contest : contests) {
    for (const CrawlResult& result : contest.results) {
      table.add({std::string(frontier::to_text(result.order)),
                 std::string(name_of(result.method)), stay_text(contest),
                 fmt::format("{:.3f}", result.harvest_ratio()),
                 fmt::format("{:.3f}", result.changes_per_fetch()),
                 fmt::format("{:.3f}", result.possible_changes_per_fetch()),
                 fmt::format("{:.3f}", result.topic_precision()),
                 fmt::format("{:.1f}", result.reorder_ms),
                 fmt::format("{}", result.all.downloaded),
                 fmt::format("{}", result.all.relevant),
                 fmt::format("{}", result.all.revisits),
                 fmt::format("{}", result.all.changes)});
    }
  }
  return table;
}

Table phases_table(const CrawlContest& contest, const CrawlResult& result) {
  Table table({{.title = "topic"},
               number("phase"),
               number("downloaded"),
               number("relevant"),
               number("harvest"),
               number("structural"),
               number("textual"),
               number("recategorised"),
               number("dynamic"),
               number("static"),
               {.title = "sites", .shrink = Shrink::kYes}});
  for (const CrawledPhase& phase : result.rows) {
    const frontier::PhaseReport& report = phase.report;
    std::string sites;
    for (const auto& [site, pages] : phase.sites)
      sites += fmt::format("{}{} {}", sites.empty() ? "" : ", ", site, pages);
    table.add({contest.topics[phase.topic], fmt::format("{}", report.phase),
               fmt::format("{}", report.downloaded), fmt::format("{}", report.relevant),
               fmt::format("{:.3f}", report.harvest_ratio()),
               fmt::format("{}", report.structural), fmt::format("{}", report.textual),
               fmt::format("{}", report.moved + report.dropped),
               fmt::format("{}", report.dynamic_pages),
               fmt::format("{}", report.static_pages), sites});
  }
  return table;
}

Table dynamic_table(const CrawlContest& contest, const CrawlResult& result) {
  Table table({{.title = "topic"},
               {.title = "url", .shrink = Shrink::kYes},
               number("changes"),
               number("dynamicity"),
               number("curlew"),
               number("pagerank"),
               number("backlinks"),
               number("forward-links")});
  for (const DynamicPage& page : result.most_dynamic) {
    table.add({contest.topics[page.topic], page.address,
               fmt::format("{}", page.changes), fmt::format("{}", page.dynamicity),
               fmt::format("{}", page.curlew), fmt::format("{}", page.pagerank),
               fmt::format("{}", page.backlinks),
               fmt::format("{}", page.forward_links)});
  }
  return table;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == text.npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + '"';
}

}  // namespace

std::string_view name_of(classify::TopicMethod method) {
  switch (method) {
    case classify::TopicMethod::kLinear:
      return "linear";
    case classify::TopicMethod::kCentroid:
      return "tf-centroid";
    case classify::TopicMethod::kThesis:
      return "thesis";
  }
  return "";
}

void print_crawl_json(const CrawlContest& contest, const CrawlResult& result,
                      std::FILE* out) {
  print_row(order_row(contest, result), out);
  for (const CrawledPhase& phase : result.rows)
    print_row(phase_row(contest, result, phase), out);
  for (const DynamicPage& page : result.most_dynamic)
    print_row(dynamic_row(contest, result, page), out);
}

void print_crawl_tables(std::span<const CrawlContest> contests, std::FILE* out) {
  const Screen screen = screen_of(out);
  fmt::print(out, "{}", orders_table(contests).render(screen));
  if (contests.empty() || contests.front().results.empty()) return;
  const CrawlContest& contest = contests.front();
  const CrawlResult& result = contest.results.front();
  fmt::print(out, "\n{}", phases_table(contest, result).render(screen));
  fmt::print(out, "\n{}", dynamic_table(contest, result).render(screen));
}

std::string queue_as_csv(std::span<const CrawlContest> contests, std::uint32_t phase) {
  std::string csv = "order,stay,phase,topic,place,frontier,priority,url\n";
  for (const CrawlContest& contest : contests) {
    for (const CrawlResult& result : contest.results) {
      std::size_t place = 0;
      for (const QueuedVisit& visit : result.queue) {
        csv += fmt::format("{},{},{},{},{},{},{:.6g},{}\n",
                           frontier::to_text(result.order), stay_text(contest), phase,
                           csv_field(contest.topics[visit.topic]), ++place,
                           visit.frontier, visit.priority, csv_field(visit.address));
      }
    }
  }
  return csv;
}

}  // namespace curlew::apps
