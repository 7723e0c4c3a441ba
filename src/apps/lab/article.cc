#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>

#include "apps/commands/source_facts.h"
#include "apps/lab/cases.h"
#include "apps/lab/lab.h"
#include "apps/lab/page_file.h"
#include "apps/lab/rules_preview.h"
#include "apps/lab/text_or_null.h"
#include "apps/output/prose.h"
#include "apps/output/screen.h"
#include "apps/whole_file.h"
#include "base/plain_text.h"
#include "base/time.h"
#include "extract/page.h"
#include "extract/rules/ruled_page.h"
#include "parse/date.h"
#include "parse/html/page.h"

namespace curlew::apps {
namespace {

namespace json = boost::json;

json::value date_or_null(const std::string& text) {
  const auto time = parse::parse_date(text);
  return time ? json::value(exact_time(*time)) : json::value();
}

json::object to_json(const std::string& id, const std::string& url,
                     const extract::PageContent& page) {
  return {{"id", id},
          {"url", text_or_null(url.empty() ? page.canonical_url : url)},
          {"title", text_or_null(page.title)},
          {"articleBody", page.body},
          {"author", text_or_null(page.author)},
          {"date", date_or_null(page.published)},
          {"modified", date_or_null(page.modified)},
          {"language", text_or_null(page.language)},
          {"image", text_or_null(page.image)},
          {"type", extract::to_string(page.type)},
          {"hub", page.is_hub},
          {"barrier", text_or_null(std::string(to_string(page.barrier)))}};
}

std::string date_text(const std::string& text) {
  const auto time = parse::parse_date(text);
  return time ? to_iso8601(*time) : std::string();
}

// For people: what the JSON says, the text as prose.
void print_page(const Screen& screen, const std::string& id,
                const extract::PageContent& page) {
  const std::string title = plain_text(page.title.empty() ? id : page.title);
  fmt::print(screen.out, "{}\n", coloured(screen, title, Colour::kBold));
  print_fact(screen, "type",
             fmt::format("{}{}", extract::to_string(page.type),
                         page.is_hub ? ", leads to others" : ""));
  print_fact(screen, "author", page.author);
  print_fact(screen, "published", date_text(page.published));
  print_fact(screen, "modified", date_text(page.modified));
  print_fact(screen, "language", page.language);
  print_fact(screen, "calls itself", page.canonical_url);
  print_fact(screen, "picture", page.image);
  const std::string text = prose(screen, page.body);
  fmt::print(screen.out, "\n{}\n", text.empty() ? "no text was found\n" : text);
}

// Processor time, which other programs on the machine do not lengthen.
double cpu_seconds() { return double(std::clock()) / CLOCKS_PER_SEC; }

class ArticleBench {
 public:
  ArticleBench(const LabArticleOptions& options, extract::Rules rules, std::FILE* out)
      : options_(options), rules_(std::move(rules)), out_(out) {}

  Result<void> run(const std::filesystem::path& path) {
    TRY_ASSIGN(const std::string bytes, read_page_file(path));
    const std::string id = id_of_page_file(path);
    const double start = cpu_seconds();
    parse::parse_html_page(bytes, "", page_);
    extract::RuledPage ruled(page_, rules_);
    const extract::PageContent content = ruled.read(reader_, {.url = options_.url});
    seconds_ += cpu_seconds() - start;
    pages_ += 1;
    bytes_ += bytes.size();
    if (shows_rules())
      print_rules_preview(ruled, rules_, content, options_.url, out_);
    else if (is_for_people())
      print_page(screen_of(out_), id, content);
    else
      print_row(to_json(id, options_.url, content), out_);
    return {};
  }

  void print_summary(const std::string& folder) const {
    const double seconds = std::max(seconds_, 1e-9);
    fmt::print(stderr, "{}: {} pages, {:.1f} MB in {:.3f} CPU-s, {:.0f} pages/CPU-s\n",
               folder, pages_, double(bytes_) / 1e6, seconds, double(pages_) / seconds);
  }

 private:
  // On a terminal; whoever pipes it gets what a program reads.
  bool is_for_people() const {
    return !options_.json && options_.batch.empty() && isatty(fileno(out_)) == 1;
  }

  bool shows_rules() const {
    return !rules_.empty() && !options_.json && options_.batch.empty();
  }

  const LabArticleOptions& options_;
  const extract::Rules rules_;
  std::FILE* out_;
  dom::Document page_;
  extract::PageReader reader_;
  std::size_t pages_ = 0;
  std::size_t bytes_ = 0;
  double seconds_ = 0;
};

Result<extract::Rules> load_rules(const std::string& path) {
  if (path.empty()) return extract::Rules();
  TRY_ASSIGN(const std::string text, read_whole_file(path));
  return extract::parse_rules(text, path);
}

}  // namespace

Result<void> lab_article(const LabArticleOptions& options, std::FILE* out) {
  TRY_ASSIGN(extract::Rules rules, load_rules(options.rules));
  ArticleBench bench(options, std::move(rules), out);
  for (const std::string& file : options.files) TRY(bench.run(file));
  if (options.batch.empty()) return {};
  TRY_ASSIGN(const auto files, page_files_in(options.batch));
  for (const auto& file : files) TRY(bench.run(file));
  bench.print_summary(options.batch);
  return {};
}

}  // namespace curlew::apps
