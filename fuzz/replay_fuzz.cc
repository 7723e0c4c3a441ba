// A page and a style sheet, with a zero byte between, as archives hold them: what is
// shown again has nothing in it that runs, and loads only from the archive.
// compiles: api/replay/replay_html.cc api/replay/replay_css.cc
// seeds: src/parse/testdata/pages

#include <simdjson.h>

#include <algorithm>

#include "api/replay/replay_css.h"
#include "api/replay/replay_html.h"
#include "base/check.h"
#include "dom/document.h"
#include "parse/html/page.h"
#include "url/url.h"

using namespace curlew;

namespace {

const api::ReplayTargets kTargets{
    .link = [](std::string_view) { return "/link"; },
    .part = [](std::string_view) { return "/part"; },
};

// In a style sheet tags are only words.
std::string without_styles(std::string page) {
  for (std::size_t at = 0; (at = page.find("<style", at)) != page.npos;) {
    const std::size_t end = page.find("</style>", at);
    CHECK(end != page.npos);
    page.erase(at, end - at);
  }
  return page;
}

void check_page(const std::string& page) {
  CHECK(simdjson::validate_utf8(page));
  const std::string tags = without_styles(page);
  for (const std::string_view name : {"<script", "<iframe", "<frame", "<object",
                                      "<embed", "<applet", "<base", "<svg", "<math"})
    CHECK(tags.find(name) == tags.npos);
  static dom::Document read;
  parse::parse_html(page, read);
  for (dom::NodeId id = 0; id < read.size(); ++id) {
    for (const auto attribute : read.node(id).attributes())
      CHECK(!attribute.name().starts_with("on"));
    for (const std::string_view name : {"href", "src"}) {
      const std::string_view address = read.node(id).attribute(name);
      CHECK(address.empty() || address.starts_with("/link") ||
            address.starts_with("/part") || address.starts_with('#') ||
            address.starts_with("data:") || address.starts_with("mailto:"));
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t border = std::min(input.find('\0'), input.size());
  check_page(api::replay_html(input.substr(0, border), "text/html; charset=utf-8",
                              "http://a.example/dir/page?x", kTargets));
  static const url::Url base = url::parse_url("http://a.example/css/main.css").value();
  (void)api::replay_css(input.substr(std::min(border + 1, size)), base, kTargets);
  return 0;
}
