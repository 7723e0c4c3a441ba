#include "pipeline/looks.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "parse/picture/png.h"
#include "pipeline/kept_part.h"
#include "pipeline/stages.h"
#include "pipeline/to_capture.h"
#include "pipeline/version_shelf.h"

namespace curlew::pipeline {

Result<void> keep_picture(const Visit& visit, VersionShelf& shelf,
                          archive::Capture& version) {
  if (visit.result.picture.empty()) return {};
  archive::Capture capture;
  // No server sent it: it is no version of the page's address.
  capture.url = "urn:x-curlew:screenshot:" + version.url;
  capture.time = version.time;
  capture.status_line = "HTTP/1.1 200 OK";
  capture.headers = {{"Content-Type", "image/png"}};
  capture.body = visit.result.picture;
  TRY_ASSIGN(const Kept kept, shelf.keep(capture));
  version.facts.emplace_back(kPictureFact, to_fact({kept.place, ""}));
  return {};
}

Result<std::optional<std::string>> kept_picture(
    const archive::Content& version, const model::KeptAt& place,
    const std::function<Result<archive::Content>(const model::KeptAt&)>& read) {
  const auto fact =
      std::ranges::find(version.facts, kPictureFact, &http::Headers::value_type::first);
  if (fact == version.facts.end()) return std::optional<std::string>();
  const auto kept = parse_fact(fact->second, place.terminal);
  if (!kept) {
    return Error{ErrorKind::kCorrupt,
                 fmt::format("{}: '{}'", kPictureFact, fact->second)};
  }
  TRY_ASSIGN(auto picture, read(kept->place));
  return std::optional(std::move(picture.body));
}

Result<detect::PictureChange> compare_looks(std::string_view old,
                                            std::string_view now) {
  if (old == now) return detect::PictureChange();
  TRY_ASSIGN(const model::Picture before, parse::read_png(old));
  TRY_ASSIGN(const model::Picture after, parse::read_png(now));
  return detect::compare_pictures(before, after);
}

std::string to_html(const detect::PictureChange& change) {
  std::string html = fmt::format("<p>{}</p>\n<ul>\n", change.summary());
  for (const model::Box& box : change.boxes) {
    html +=
        fmt::format("<li>{} × {} pixels, {} from the left and {} from the top</li>\n",
                    box.width, box.height, box.x, box.y);
  }
  return html + "</ul>\n";
}

}  // namespace curlew::pipeline
