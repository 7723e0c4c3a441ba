// How well queries find what a reader means, on words labelled by hand; the figures of
// docs/queries.md.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>

#include "base/ascii.h"
#include "base/installed_test.h"
#include "query/naive_matching_test.h"
#include "query/parse_query.h"

namespace curlew::query {
namespace {

std::vector<std::string> parts_of(std::string_view text, char between) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(between), text.size());
    const std::string_view part = trimmed(text.substr(0, end));
    if (!part.empty()) parts.emplace_back(part);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

struct Labelled {
  std::string kind;
  std::string query;
  std::vector<std::string> wanted;
  std::vector<std::string> unwanted;
};

std::vector<Labelled> read_labelled(const std::string& name) {
  std::vector<Labelled> all;
  std::ifstream file(CURLEW_TESTDATA "/" + name);
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    const std::size_t colon = line.find(':');
    const std::size_t equals = line.find('=', colon);
    const std::size_t slash = line.find('/', equals);
    const std::string_view whole = line;
    all.push_back({line.substr(0, colon),
                   std::string(trimmed(whole.substr(colon + 1, equals - colon - 1))),
                   parts_of(whole.substr(equals + 1, slash - equals - 1), ','),
                   parts_of(whole.substr(slash + 1), ',')});
  }
  return all;
}

struct Counts {
  int found_rightly = 0;
  int missed = 0;
  int found_wrongly = 0;
  int rightly_not = 0;

  double recall() const {
    return double(found_rightly) / std::max(1, found_rightly + missed);
  }
  double precision() const {
    return double(found_rightly) / std::max(1, found_rightly + found_wrongly);
  }
};

class LabelledWords : public testing::Test {
 protected:
  void SetUp() override {
    const std::string folder = CURLEW_TESTDATA;
    auto english = text::Thesaurus::load_mythes(folder + "/synonyms_en.dat",
                                                text::Language::kEnglish, analyzer_);
    auto greek = text::Thesaurus::load_omw(folder + "/synonyms_el.tab",
                                           text::Language::kGreek, analyzer_);
    ASSERT_TRUE(english && greek);
    thesauri_ = {*std::move(english), *std::move(greek)};
  }

  // A word stands in a sentence, as it does in texts.
  static std::string sentence_with(const std::string& word, const std::string& kind) {
    if (kind == "greeklish")
      return fmt::format(
          "Den ksero ti tha ginei me tin {} kai gia tous allous pou "
          "einai edo",
          word);
    if (kind.starts_with("en"))
      return fmt::format(
          "This is what they said of {} in the paper that we had on "
          "the day before",
          word);
    return fmt::format(
        "Αυτό είναι που είπαν για {} στην εφημερίδα που είχαμε και "
        "χθες",
        word);
  }

  bool is_found(const Labelled& labelled, const std::string& word) {
    const bool has_synonyms = labelled.kind.ends_with("-syn");
    const auto query =
        parse_query(labelled.query, {analyzer_, {&thesauri_[0], &thesauri_[1]}},
                    has_synonyms ? Synonyms::kUsed : Synonyms::kUnused);
    EXPECT_TRUE(query) << labelled.query;
    const std::string text = sentence_with(word, labelled.kind);
    make_terms({.blocks = {text}}, analyzer_, cache_, terms_);
    return query && matches_naively(*query, terms_, [](const Fact&) { return false; });
  }

  void count(const Labelled& labelled, Counts& counts) {
    for (const std::string& word : labelled.wanted) {
      if (is_found(labelled, word)) {
        ++counts.found_rightly;
      } else {
        ++counts.missed;
        fmt::print("  missed: {} for {} ({})\n", word, labelled.query, labelled.kind);
      }
    }
    for (const std::string& word : labelled.unwanted) {
      if (is_found(labelled, word)) {
        ++counts.found_wrongly;
        fmt::print("  wrong: {} for {} ({})\n", word, labelled.query, labelled.kind);
      } else {
        ++counts.rightly_not;
      }
    }
  }

  text::Analyzer analyzer_;
  TermCache cache_;
  ArticleTerms terms_;
  std::vector<text::Thesaurus> thesauri_;
};

TEST_F(LabelledWords, AreFoundAsAReaderMeansThem) {
  std::map<std::string, Counts> counts;
  for (const Labelled& labelled : read_labelled("labelled.txt"))
    count(labelled, counts[labelled.kind]);
  ASSERT_EQ(counts.size(), 6U);
  for (const auto& [kind, count] : counts) {
    fmt::print("{}: recall {:.3f}, precision {:.3f} ({} wanted, {} not)\n", kind,
               count.recall(), count.precision(), count.found_rightly + count.missed,
               count.found_wrongly + count.rightly_not);
    EXPECT_GE(count.recall(), 0.9) << kind;
    EXPECT_GE(count.precision(), 0.9) << kind;
  }
}

// A large thesaurus has much that nobody means. A notice too many is worse than a
// synonym too few: its words are asked for by themselves.
TEST_F(LabelledWords, SynonymsOfALargeThesaurusAreThoseThatAreMeant) {
  const std::filesystem::path path = "/usr/share/mythes/th_en_US_v2.dat";
  CURLEW_NEEDS(path, "mythes-en-us");
  auto debian = text::Thesaurus::load_mythes(path, text::Language::kEnglish, analyzer_);
  ASSERT_TRUE(debian);
  thesauri_[0] = *std::move(debian);
  std::map<std::string, Counts> all;
  for (const Labelled& labelled : read_labelled("labelled_mythes.txt"))
    count(labelled, all[labelled.kind]);
  ASSERT_EQ(all.size(), 2U);
  for (const auto& [kind, counts] : all) {
    fmt::print("mythes {}: recall {:.3f}, precision {:.3f} ({} wanted, {} not)\n", kind,
               counts.recall(), counts.precision(),
               counts.found_rightly + counts.missed,
               counts.found_wrongly + counts.rightly_not);
    EXPECT_GE(counts.recall(), 0.45) << kind;
    EXPECT_GE(counts.precision(), 0.7) << kind;
  }
}

}  // namespace
}  // namespace curlew::query
