#include "apps/lab/rules_preview.h"

#include <fmt/format.h>

#include <algorithm>

#include "apps/output/table.h"
#include "base/plain_text.h"

namespace curlew::apps {
namespace {

using extract::PageContent;
using extract::RuledPage;
using extract::Rules;

constexpr std::size_t kLinksShown = 10;

void print_matches(const RuledPage& page, const Rules& rules, const Screen& screen) {
  Table table({{"rule"},
               {"selector", Align::kLeft, Shrink::kYes},
               {"matched", Align::kRight},
               {""}});
  for (std::size_t i = 0; i < rules.size(); ++i) {
    const bool falls_back = page.falls_back(rules[i].key);
    table.add(
        {std::string(to_string(rules[i].key)), rules[i].css,
         std::to_string(page.matches()[i]),
         Cell(falls_back ? "brings nothing; read without it" : "", Colour::kBad)});
  }
  fmt::print(screen.out, "{}\n", table.render(screen));
}

void print_links(const std::vector<model::FoundLink>& links, std::FILE* out) {
  fmt::print(out, "links     {}\n", links.size());
  for (std::size_t i = 0; i < std::min(links.size(), kLinksShown); ++i)
    fmt::print(out, "  {}  {}\n", plain_text(links[i].url), plain_text(links[i].text));
  if (links.size() > kLinksShown)
    fmt::print(out, "  and {} more\n", links.size() - kLinksShown);
}

void print_content(const PageContent& content, std::FILE* out) {
  fmt::print(out, "title     {}\n", plain_text(content.title));
  fmt::print(out, "author    {}\n", plain_text(content.author));
  fmt::print(out, "date      {}\n", plain_text(content.published));
  fmt::print(out, "language  {}\n", content.language);
  fmt::print(out, "type      {}{}\n", extract::to_string(content.type),
             content.is_hub ? ", a hub" : "");
}

// Nothing that a page says may steer the terminal, but its lines are kept.
void print_body(std::string_view body, std::FILE* out) {
  fmt::print(out, "body      {} bytes\n\n", body.size());
  while (!body.empty()) {
    const std::string_view line = body.substr(0, body.find('\n'));
    fmt::print(out, "{}\n", plain_text(line));
    body.remove_prefix(std::min(line.size() + 1, body.size()));
  }
}

}  // namespace

void print_rules_preview(const RuledPage& page, const Rules& rules,
                         const PageContent& content, std::string_view url,
                         std::FILE* out) {
  print_matches(page, rules, screen_of(out));
  print_content(content, out);
  print_links(page.parts(url).links, out);
  print_body(content.body, out);
}

}  // namespace curlew::apps
