// How fast articles are indexed and found:
//
//   index_bench PLACE SENTENCES ARTICLES [SERVER_PID]
//
// PLACE is a new SQLite file or the address of an empty PostgreSQL database. Articles
// are made of random sentences, 1.5 KB each, one in five of them Greek. Prints
// Markdown.

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <unordered_set>
#include <vector>

#include "base/random.h"
#include "query/parse_query.h"
#include "query/terms.h"
#include "store/store.h"
#include "text/analyzer.h"

namespace curlew {
namespace {

template <typename T>
T must(Result<T> result) {
  if (result.ok()) return std::move(result).value();
  fmt::print(stderr, "index_bench: {}\n", result.error().text);
  std::exit(1);
}
void must(Result<void> result) {
  if (result.ok()) return;
  fmt::print(stderr, "index_bench: {}\n", result.error().text);
  std::exit(1);
}

double now() {
  return std::chrono::duration<double>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

double own_seconds() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

// Of a server's first process, its children and those that have ended.
double server_seconds(const std::string& pid) {
  if (pid.empty()) return 0;
  double ticks = 0;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::ifstream file(entry.path() / "stat");
    std::string stat((std::istreambuf_iterator<char>(file)), {});
    const std::size_t name_end = stat.rfind(')');
    if (name_end == std::string::npos) continue;
    std::istringstream rest(stat.substr(name_end + 2));
    std::vector<std::string> fields;
    for (std::string field; rest >> field;) fields.push_back(field);
    const bool is_first = name == pid;
    if (fields.size() < 15 || (!is_first && fields[1] != pid)) continue;
    for (int i = 11; i < (is_first ? 15 : 13); ++i) {
      ticks += std::stod(fields[std::size_t(i)]);
    }
  }
  return ticks / double(sysconf(_SC_CLK_TCK));
}

struct Article {
  std::string title, body;
  std::string_view language;
  model::SourceId source;
};

class Articles {
 public:
  explicit Articles(const std::string& file) {
    std::ifstream lines(file);
    for (std::string line; std::getline(lines, line);) {
      (line.starts_with("el") ? greek_ : english_).push_back(line.substr(3));
    }
  }
  Article next() {
    const bool is_greek = random_.below(5) == 0;
    const auto& from = is_greek ? greek_ : english_;
    Article article;
    article.language = is_greek ? "el" : "en";
    article.title = from[random_.below(from.size())];
    while (article.title.size() + article.body.size() < 1400) {
      article.body += from[random_.below(from.size())] + "\n";
    }
    article.source = {std::int64_t(random_.below(2000)) + 1};
    return article;
  }

 private:
  Random random_{12};
  std::vector<std::string> english_, greek_;
};

void tidy(store::Store& store) {
  while (must(store.index().tidy())) {
  }
}

void index(store::Store& store, const text::Analyzer& analyzer,
           const std::string& sentences, std::int64_t count, const std::string& pid) {
  Articles articles(sentences);
  query::TermCache cache;
  query::ArticleTerms terms;
  std::size_t bytes = 0;
  double making = 0, longest = 0, hardest = 0;
  const double begin = now(), own = own_seconds(), server = server_seconds(pid);
  for (std::int64_t id = 1; id <= count;) {
    std::vector<Article> batch;
    const double before = own_seconds();
    for (; batch.size() < 500 && id <= count; ++id) batch.push_back(articles.next());
    making += own_seconds() - before;
    std::vector<std::string> packed;
    for (const Article& article : batch) {
      bytes += article.title.size() + article.body.size();
      query::make_terms({.title = article.title,
                         .author = "",
                         .language = article.language,
                         .blocks = {article.body}},
                        analyzer, cache, terms);
      packed.push_back(
          store::pack_document(terms, {.source = article.source, .topic = "news"}));
    }
    auto transaction = must(store.begin());
    std::int64_t each = id - std::int64_t(batch.size());
    for (const std::string& document : packed) {
      must(store.index().add({each++}, document));
    }
    must(transaction.commit());
    while (true) {
      const double step = now(), spent = own_seconds();
      if (!must(store.index().tidy())) break;
      longest = std::max(longest, now() - step);
      hardest = std::max(hardest, own_seconds() - spent);
    }
  }
  const double client = own_seconds() - own - making;
  const double served = server_seconds(pid) - server;
  const double megabytes = double(bytes) / 1e6;
  fmt::print(
      "{} articles, {:.0f} MB of text: {:.0f} s by the clock, {:.0f} s of processor "
      "time of the client and {:.0f} s of the server; **{:.1f} MB/s** by processor "
      "time "
      "({:.1f} by the clock). The longest step of tidying took {:.0f} ms by the clock, "
      "and none more than {:.0f} ms of the client's processor time.\n\n",
      count, megabytes, now() - begin - making, client, served,
      megabytes / (client + served), megabytes / (now() - begin - making),
      longest * 1000, hardest * 1000);
}

struct Question {
  std::string what;
  std::string text;
  store::SearchOrder order = store::SearchOrder::kNewest;
  bool is_for_half = false;
};

std::vector<Question> questions() {
  using enum store::SearchOrder;
  return {
      {"a word of most articles", "=the"},
      {"a word and its inflections", "market"},
      {"a rare word", "greenspan"},
      {"a word of none", "xylophagous"},
      {"two frequent words that never meet", "=to =και"},
      {"three of them", "=to =και =of"},
      {"two rather frequent ones", "market μουσική"},
      {"a frequent phrase", "\"of the\""},
      {"frequent words, rare as a phrase", "\"the of\""},
      {"a phrase of none, frequent words", "\"the of in the of\""},
      {"a frequent word in a phrase of none", "\"the parliament the\""},
      {"two letters and *", "co*"},
      {"four letters and *", "inte*"},
      {"a phrase with *", "\"the co*\""},
      {"a phrase of none with *", "\"μουσική co*\""},
      {"NOT", "market NOT =the"},
      {"in titles", "title:parliament"},
      {"in titles, of none", "title:\"the of\""},
      {"one source", "=the source:17"},
      {"one language", "lang:el =και"},
      {"half of the sources", "market", kNewest, true},
      {"many OR", "market OR bank OR trade OR film OR music OR game OR minister"},
      {"ranked, rare", "greenspan", kRanked},
      {"ranked", "parliament", kRanked},
      {"ranked, two words", "parliament election", kRanked},
      {"ranked, too many", "market", kRanked},
      {"ranked, nearly all", "=the", kRanked},
  };
}

// Each question is asked so often.
constexpr int kTimes = 7;

void ask(store::Store& store, const text::Analyzer& analyzer, const std::string& pid) {
  std::unordered_set<model::SourceId> half;
  for (std::int64_t i = 1; i <= 2000; i += 2) half.insert({i});
  fmt::print(
      "| | query | hits counted | processor ms | median ms | worst ms |\n"
      "|---|---|---|---|---|---|\n");
  for (const Question& question : questions()) {
    const auto expression = must(query::parse_query(
        question.text, {.analyzer = analyzer}, query::Synonyms::kUnused));
    std::vector<double> times;
    store::SearchAnswer answer;
    const double spent = own_seconds() + server_seconds(pid);
    for (int i = 0; i < kTimes; ++i) {
      const double begin = now();
      answer =
          must(store.index().find({.expression = &expression,
                                   .order = question.order,
                                   .limit = 20,
                                   .sources = question.is_for_half ? &half : nullptr}));
      times.push_back((now() - begin) * 1000);
    }
    const double processor = own_seconds() + server_seconds(pid) - spent;
    std::ranges::sort(times);
    fmt::print("| {} | `{}` | {}{} | {:.1f} | {:.1f} | {:.1f} |\n", question.what,
               question.text, answer.found, answer.has_more ? "+" : "",
               processor * 1000 / kTimes, times[kTimes / 2], times.back());
  }
  fmt::print("\n");
}

}  // namespace
}  // namespace curlew

int main(int argc, char** argv) {
  using namespace curlew;
  if (argc < 4) return 2;
  const std::string where = argv[1];
  store::StorePlace place;
  (where.find("://") == std::string::npos ? place.file : place.url) = where;
  const auto store = must(store::open_store(place, store::OpenMode::kReadWrite));
  const text::Analyzer analyzer;
  const std::string pid = argc > 4 ? argv[4] : "";
  if (std::atoll(argv[3]) > 0)
    index(*store, analyzer, argv[2], std::atoll(argv[3]), pid);
  tidy(*store);
  ask(*store, analyzer, pid);
}
