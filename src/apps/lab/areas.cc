#include "extract/areas/areas.h"

#include <fmt/format.h>

#include <cmath>

#include "apps/lab/area_counts.h"
#include "apps/lab/area_overlay.h"
#include "apps/lab/area_rows.h"
#include "apps/lab/cases.h"
#include "apps/lab/lab.h"
#include "apps/output/table.h"
#include "apps/whole_file.h"
#include "extract/areas/as_published.h"

namespace curlew::apps {
namespace {

// JSON has no infinity.
boost::json::value finite(double value) {
  if (std::isinf(value)) return nullptr;
  return value;
}

boost::json::object to_json(const AreaRow& row, bool as_published) {
  const extract::Measures& own = row.area.measures;
  boost::json::array links;
  for (const model::FoundLink& link : row.links)
    links.push_back(boost::json::object{{"url", link.url}, {"text", link.text}});
  boost::json::object object{{"kind", to_string(row.area.kind)},
                             {"path", row.path},
                             {"object", to_string(row.area.object)},
                             {"nested", row.area.is_nested},
                             {"iv", own.information},
                             {"hv", own.hub},
                             {"l", own.links},
                             {"t", own.text},
                             {"ltext", own.link_text},
                             {"ctext", own.clean_text()},
                             {"ltr", finite(own.text_to_link_ratio())},
                             {"lar", own.link_average_ratio()},
                             {"links", std::move(links)},
                             {"text", row.text}};
  if (as_published) object["use"] = to_string(use_as_published(row.area));
  return object;
}

std::vector<Cell> to_cells(const AreaRow& row, bool as_published) {
  const extract::Measures& own = row.area.measures;
  const double ratio = own.text_to_link_ratio();
  std::string kind = row.area.is_nested ? "└ " : "";
  kind += to_string(row.area.kind);
  if (as_published) kind += fmt::format(", {}", to_string(use_as_published(row.area)));
  return {std::move(kind),
          fmt::format("{:.0f}", own.information),
          std::to_string(own.hub),
          std::to_string(own.links),
          std::to_string(own.text),
          std::isinf(ratio) ? std::string("∞") : fmt::format("{:.2f}", ratio),
          fmt::format("{:.3f}", own.link_average_ratio()),
          row.path,
          row.text.substr(0, row.text.find('\n'))};
}

void print_table(const std::vector<AreaRow>& rows, bool as_published,
                 const Screen& screen) {
  Table table({{"area"},
               {"IV", Align::kRight},
               {"HV", Align::kRight},
               {"L", Align::kRight},
               {"T", Align::kRight},
               {"LTR", Align::kRight},
               {"LAR", Align::kRight},
               {"path", Align::kLeft, Shrink::kYes},
               {"text", Align::kLeft, Shrink::kYes}});
  for (const AreaRow& row : rows) table.add(to_cells(row, as_published));
  fmt::print(screen.out, "{}", table.render(screen));
}

void print_rows(const AnalysedPage& page, const std::vector<AreaRow>& rows,
                bool as_published, std::FILE* out) {
  print_table(rows, as_published, screen_of(out));
  fmt::print(out, "{} area{}; taken by itself, the page is {}\n", rows.size(),
             rows.size() == 1 ? "" : "s", to_string(page.kind));
}

extract::AreaOptions thresholds_of(const LabAreasOptions& options) {
  extract::AreaOptions areas;
  areas.min_information = options.thr_iv.value_or(areas.min_information);
  areas.min_hub = options.thr_hv.value_or(areas.min_hub);
  return areas;
}

}  // namespace

Result<void> lab_areas(const LabAreasOptions& options, std::FILE* out) {
  const extract::AreaOptions thresholds = thresholds_of(options);
  if (!options.batch.empty()) return count_areas(options, thresholds, out);
  TRY_ASSIGN(const AnalysedPage page,
             analyse_page_file(options.file, {thresholds, options.as_published}));
  const std::vector<AreaRow> rows = make_area_rows(page, options.url);
  if (!options.html.empty())
    TRY(write_whole_file(options.html, draw_areas(page, rows), Overwrite::kYes));
  if (!options.json) {
    print_rows(page, rows, options.as_published, out);
    return {};
  }
  for (const AreaRow& row : rows) print_row(to_json(row, options.as_published), out);
  return {};
}

}  // namespace curlew::apps
