#include "apps/lab/area_counts.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <vector>

#include "apps/lab/analysed_page.h"
#include "apps/lab/cases.h"
#include "apps/lab/page_file.h"
#include "apps/output/table.h"
#include "apps/whole_file.h"
#include "sim/replay/plot/chart.h"

namespace curlew::apps {
namespace {

using extract::AreaKind;

// By AreaKind.
using Counts = std::array<std::size_t, 3>;

struct PageCounts {
  std::string page;
  Counts published{};
  Counts ours{};
};

std::size_t of(const Counts& counts, AreaKind kind) {
  return counts[std::size_t(kind)];
}

Result<Counts> count(const std::string& file, const AnalysisOptions& options) {
  TRY_ASSIGN(const AnalysedPage page, analyse_page_file(file, options));
  Counts counts{};
  for (const extract::Area& area : page.areas) ++counts[std::size_t(area.kind)];
  return counts;
}

// A bar for each page and kind, side by side.
sim::Series bars(const std::vector<PageCounts>& pages, Counts PageCounts::*which,
                 AreaKind kind, std::string name) {
  sim::Series series{.name = std::move(name),
                     .colour = std::size_t(kind),
                     .mark = sim::Mark::kBars,
                     .points = {}};
  const double beside = kind == AreaKind::kInformational ? -0.2 : 0.2;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    series.points.push_back(
        {double(i + 1) + beside, double(of(pages[i].*which, kind))});
  }
  return series;
}

sim::Chart chart_of(const std::vector<PageCounts>& pages, Counts PageCounts::*which,
                    std::string title) {
  sim::Chart chart;
  chart.title = std::move(title);
  chart.x = {.label = "page",
             .unit = sim::Unit::kCount,
             .low = 0.5,
             .high = double(pages.size()) + 0.5};
  chart.y = {.label = "areas", .unit = sim::Unit::kCount, .low = 0};
  chart.series = {bars(pages, which, AreaKind::kInformational, "informational"),
                  bars(pages, which, AreaKind::kHub, "hub")};
  return chart;
}

std::string draw(const std::vector<PageCounts>& pages) {
  return sim::to_svg(
      fmt::format("Areas of {} pages", pages.size()),
      {chart_of(pages, &PageCounts::published, "As published (CLIP, figure 7)"),
       chart_of(pages, &PageCounts::ours, "Ours, without navigation")});
}

void print_json(const std::vector<PageCounts>& pages, std::FILE* out) {
  for (const PageCounts& page : pages) {
    print_row(
        {{"page", page.page},
         {"published_informational", of(page.published, AreaKind::kInformational)},
         {"published_hub", of(page.published, AreaKind::kHub)},
         {"informational", of(page.ours, AreaKind::kInformational)},
         {"hub", of(page.ours, AreaKind::kHub)},
         {"navigation", of(page.ours, AreaKind::kNavigation)}},
        out);
  }
}

void print_table(const std::vector<PageCounts>& pages, std::FILE* out) {
  Table table({{"", Align::kRight},
               {"page", Align::kLeft, Shrink::kYes},
               {"as published: inf.", Align::kRight},
               {"hub", Align::kRight},
               {"ours: inf.", Align::kRight},
               {"hub", Align::kRight},
               {"nav.", Align::kRight}});
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const PageCounts& page = pages[i];
    table.add({std::to_string(i + 1), page.page,
               std::to_string(of(page.published, AreaKind::kInformational)),
               std::to_string(of(page.published, AreaKind::kHub)),
               std::to_string(of(page.ours, AreaKind::kInformational)),
               std::to_string(of(page.ours, AreaKind::kHub)),
               std::to_string(of(page.ours, AreaKind::kNavigation))});
  }
  fmt::print(out, "{}", table.render(screen_of(out)));
}

}  // namespace

Result<void> count_areas(const LabAreasOptions& options,
                         const extract::AreaOptions& thresholds, std::FILE* out) {
  TRY_ASSIGN(const auto files, page_files_in(options.batch));
  std::vector<PageCounts> pages;
  for (const auto& file : files) {
    PageCounts& page = pages.emplace_back();
    page.page = id_of_page_file(file);
    TRY_ASSIGN(page.published, count(file, {thresholds, true}));
    TRY_ASSIGN(page.ours, count(file, {thresholds, false}));
  }
  if (!options.plot.empty())
    TRY(write_whole_file(options.plot, draw(pages), Overwrite::kYes));
  options.json ? print_json(pages, out) : print_table(pages, out);
  return {};
}

}  // namespace curlew::apps
