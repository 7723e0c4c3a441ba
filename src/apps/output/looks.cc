#include "apps/output/looks.h"

#include <fmt/format.h>

#include <boost/json/object.hpp>
#include <cstdint>
#include <string_view>

#include "fetch/browser/base64.h"

namespace curlew::apps {
namespace {

// At a place of the header that every PNG begins with (PNG §11.2.2), big-endian.
std::uint32_t number_at(std::string_view png, std::size_t place) {
  std::uint32_t number = 0;
  for (std::size_t i = place; i < place + 4 && i < png.size(); ++i) {
    number = number << 8 | std::uint8_t(png[i]);
  }
  return number;
}

std::string figure(std::string_view png, const detect::PictureChange& change) {
  const std::uint32_t width = number_at(png, 16);
  const std::uint32_t height = number_at(png, 20);
  std::string html = fmt::format(
      "<td><svg viewBox=\"0 0 {0} {1}\" style=\"width:100%;height:auto\" role=\"img\">"
      "<image width=\"{0}\" height=\"{1}\" href=\"data:image/png;base64,{2}\"/>",
      width, height, fetch::to_base64(png));
  for (const model::Box& box : change.boxes) {
    html += fmt::format(
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" "
        "stroke=\"#d00\" stroke-width=\"4\"/>",
        box.x - 4, box.y - 4, box.width + 8, box.height + 8);
  }
  return html + "</svg></td>";
}

}  // namespace

std::string look_lines(const detect::PictureChange& change) {
  if (change.count == 0) return {};
  std::string lines = change.summary() + "\n";
  for (const model::Box& box : change.boxes) {
    lines += fmt::format("  {} x {} pixels at {}, {}\n", box.width, box.height, box.x,
                         box.y);
  }
  return lines;
}

boost::json::array look_boxes(const detect::PictureChange& change) {
  boost::json::array boxes;
  for (const model::Box& box : change.boxes) {
    boxes.push_back(boost::json::object{
        {"x", box.x}, {"y", box.y}, {"width", box.width}, {"height", box.height}});
  }
  return boxes;
}

std::string look_html(const service::LookDifference& looks) {
  if (looks.change.count == 0) return {};
  return fmt::format("<p>{}</p>\n<table><tbody><tr>{}{}</tr></tbody></table>\n",
                     looks.change.summary(), figure(looks.old, looks.change),
                     figure(looks.now, looks.change));
}

}  // namespace curlew::apps
