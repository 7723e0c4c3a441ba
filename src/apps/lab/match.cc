#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <ctime>
#include <fstream>
#include <span>

#include "apps/config/thesauri.h"
#include "apps/lab/cases.h"
#include "apps/lab/lab.h"
#include "match/query_set_builder.h"
#include "query/parse_query.h"

namespace curlew::apps {
namespace {

// Of the processor: whatever else the machine does costs no speed.
double matching_seconds_spent() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) + double(time.tv_nsec) / 1e9;
}

// Standing queries of a file. Their ids are numbers as a rule, and cost no memory then.
class QueryFile {
 public:
  // Queries that are refused are named on stderr and left out.
  Result<match::QuerySet> read(const std::string& path,
                               const query::Dictionary& dictionary) {
    std::ifstream file(path);
    if (!file) return Error{ErrorKind::kNotFound, path + ": cannot be read"};
    query::QueryParser parser(dictionary, query::Synonyms::kUsed, 1'000'000);
    match::QuerySetBuilder builder;
    std::size_t number = 0;
    for (std::string line; std::getline(file, line);) {
      ++number;
      if (line.empty()) continue;
      const std::size_t tab = line.find('\t');
      if (tab == std::string::npos) {
        return Error{ErrorKind::kMalformed,
                     fmt::format("{}:{}: no tab between id and query", path, number)};
      }
      const std::string_view text = std::string_view(line).substr(tab + 1);
      const auto parsed = parser.parse(text);
      if (parsed) {
        builder.add({.id = number_of(line.substr(0, tab))}, *parsed);
      } else {
        ++refused_;
        fmt::print(stderr, "{}:{}: {}\n", path, number, parsed.error().text);
      }
    }
    return std::move(builder).build();
  }

  boost::json::value id_of(std::int64_t number) const {
    if (number >= 0) return number;
    return boost::json::string(names_[std::size_t(-(number + 1))]);
  }
  std::size_t refused() const { return refused_; }

 private:
  std::int64_t number_of(const std::string& id) {
    std::int64_t number = 0;
    const char* const end = id.data() + id.size();
    const auto [last, error] = std::from_chars(id.data(), end, number);
    // "007" is another name than "7".
    const bool is_plain = id == "0" || !id.starts_with('0');
    if (error == std::errc() && last == end && number >= 0 && is_plain) return number;
    names_.push_back(id);
    return -std::int64_t(names_.size());
  }

  std::vector<std::string> names_;
  std::size_t refused_ = 0;
};

// Takes texts in batches: reading and printing rows between two of them would measure
// how fast the processor's caches are filled again.
class TextMatcher {
 public:
  TextMatcher(const match::QuerySet& queries, const QueryFile& file,
              const text::Analyzer& analyzer, std::FILE* out)
      : queries_(queries), file_(file), analyzer_(analyzer), out_(out) {}

  void add(const boost::json::object& row) {
    Text& text = batch_[size_++];
    text.id = row.contains("id") ? row.at("id") : nullptr;
    text.language = text_of(row, "lang");
    text.title = text_of(row, "title");
    text.text = text_of(row, "text");
    bytes_ += text.title.size() + text.text.size();
    if (size_ == batch_.size()) finish_batch();
  }

  void finish_batch() {
    const std::span<Text> texts(batch_.data(), size_);
    const double start = matching_seconds_spent();
    for (Text& text : texts) {
      query::make_terms(
          {.title = text.title, .language = text.language, .blocks = {text.text}},
          analyzer_, cache_, text.terms);
    }
    const double middle = matching_seconds_spent();
    for (Text& text : texts) {
      text.hits.clear();
      queries_.match(text.terms, {.language = text.terms.language()}, workspace_,
                     text.hits);
    }
    matching_ += matching_seconds_spent() - middle;
    analysing_ += middle - start;
    for (Text& text : texts) print(text);
    size_ = 0;
  }

  void print_summary() const {
    const double megabytes = double(bytes_) / 1e6;
    fmt::print(stderr,
               "{:.1f} MB of text, {} matches: {:.1f} MB/s from text, {:.1f} MB/s from "
               "its terms\n",
               megabytes, count_, megabytes / std::max(analysing_ + matching_, 1e-9),
               megabytes / std::max(matching_, 1e-9));
  }

 private:
  struct Text {
    boost::json::value id;
    std::string language;
    std::string title;
    std::string text;
    query::ArticleTerms terms;
    std::vector<match::Hit> hits;
  };

  void print(Text& text) {
    count_ += text.hits.size();
    std::ranges::sort(text.hits, {}, &match::Hit::query);
    boost::json::array ids;
    ids.reserve(text.hits.size());
    for (const match::Hit& hit : text.hits) ids.push_back(file_.id_of(hit.query));
    print_row({{"id", text.id}, {"matches", std::move(ids)}}, out_);
  }

  const match::QuerySet& queries_;
  const QueryFile& file_;
  const text::Analyzer& analyzer_;
  std::FILE* out_;
  query::TermCache cache_;
  match::Workspace workspace_;
  std::vector<Text> batch_ = std::vector<Text>(64);
  std::size_t size_ = 0;
  std::size_t bytes_ = 0;
  std::size_t count_ = 0;
  double analysing_ = 0;
  double matching_ = 0;
};

}  // namespace

Result<void> lab_match(const LabMatchOptions& options, std::FILE* out) {
  const text::Analyzer analyzer;
  TRY_ASSIGN(const auto thesauri, load_thesauri(options.thesauri, analyzer));
  const query::Dictionary dictionary{analyzer, pointers_to(thesauri)};
  const double start = matching_seconds_spent();
  QueryFile file;
  TRY_ASSIGN(const match::QuerySet queries, file.read(options.queries, dictionary));
  fmt::print(stderr, "{} queries built in {:.3f} s, {:.1f} MB; {} refused\n",
             queries.size(), matching_seconds_spent() - start,
             double(queries.memory_bytes()) / 1e6, file.refused());
  TextMatcher matcher(queries, file, analyzer, out);
  TRY(read_cases(
      options.texts, [&](const boost::json::object& row) { matcher.add(row); },
      [&] { matcher.finish_batch(); }));
  matcher.print_summary();
  return {};
}

}  // namespace curlew::apps
