#include "classify/near_duplicate.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <boost/json.hpp>
#include <unordered_map>
#include <unordered_set>

#include "base/corpora_test.h"
#include "base/fingerprint.h"
#include "base/random.h"
#include "text/analyzer.h"

namespace curlew::classify {
namespace {

using Words = std::vector<std::uint64_t>;

struct Article {
  Words title;
  // The title's, too.
  Words words;
};

Sketch sketch_of(const Words& words) { return make_sketch(words, {}); }
Sketch sketch_of(const Article& article) {
  return make_sketch(article.words, article.title);
}

Words words_of(const text::Analyzer& analyzer, text::Analysis& analysis,
               std::string_view text) {
  analyzer.analyze(text, text::Language::kEnglish, analysis);
  Words words;
  for (const text::Token& token : analysis.tokens()) {
    if (token.kind == text::TokenKind::kStopWord) continue;
    words.push_back(short_fingerprint_of(analysis.folded(token)));
  }
  return words;
}

// Title and text of each article in a collection.
std::vector<Article> read_articles(const char* collection) {
  const text::Analyzer analyzer;
  text::Analysis analysis;
  std::vector<Article> articles;
  gzFile file = gzopen(corpus(collection).c_str(), "rb");
  std::string line(1 << 20, '\0');
  while (gzgets(file, line.data(), int(line.size()))) {
    const auto row = boost::json::parse(line.c_str()).as_object();
    Article article;
    article.title = words_of(analyzer, analysis, row.at("title").as_string());
    article.words = article.title;
    const Words text = words_of(analyzer, analysis, row.at("text").as_string());
    article.words.insert(article.words.end(), text.begin(), text.end());
    if (article.words.size() >= kFewestWords) articles.push_back(std::move(article));
  }
  gzclose(file);
  return articles;
}

// A share of the words is replaced, left out, or has a stranger put behind it.
Words edited(const Words& words, double share, Random& random) {
  Words result;
  for (const std::uint64_t word : words) {
    if (random.uniform() >= share) {
      result.push_back(word);
      continue;
    }
    const double how = random.uniform();
    if (how >= .5 && how < .75) continue;
    if (how >= .75) result.push_back(word);
    result.push_back(random());
  }
  return result;
}

Article edited(const Article& article, double share, Random& random) {
  const Words text(article.words.begin() + std::ptrdiff_t(article.title.size()),
                   article.words.end());
  Article copy;
  copy.title = edited(article.title, share, random);
  copy.words = copy.title;
  for (const std::uint64_t word : edited(text, share, random)) {
    copy.words.push_back(word);
  }
  return copy;
}

TEST(NearDuplicate, IsLikeItselfAndNotLikeAStranger) {
  Random random(1);
  Words words(200);
  for (std::uint64_t& word : words) word = random();
  Words others(200);
  for (std::uint64_t& word : others) word = random();
  const Sketch sketch = sketch_of(words);
  EXPECT_DOUBLE_EQ(likeness(sketch.view(), sketch_of(words).view()), 1);
  EXPECT_LT(likeness(sketch.view(), sketch_of(others).view()), .1);
}

TEST(NearDuplicate, EstimatesTheShareOfPairs) {
  Random random(2);
  double worst = 0;
  for (int round = 0; round < 200; ++round) {
    Words words(400);
    for (std::uint64_t& word : words) word = random();
    // Half of it goes on: 199 of 599 pairs are shared.
    Words tail(words.begin() + 200, words.end());
    for (int i = 0; i < 200; ++i) tail.push_back(random());
    const double estimate = likeness(sketch_of(words).view(), sketch_of(tail).view());
    worst = std::max(worst, std::abs(estimate - 199. / 599));
  }
  EXPECT_LT(worst, .2);
}

TEST(NearDuplicate, SaysNothingOfTextsThatAreTooShort) {
  const Words words(kFewestWords - 1, 7);
  const Sketch sketch = sketch_of(words);
  EXPECT_EQ(likeness(sketch.view(), sketch.view()), 0);
  EXPECT_EQ(likeness("", "short"), 0);
}

TEST(NearDuplicate, TellsWhatIsMadeOfTheSamePhrasesByItsTitle) {
  Random random(4);
  const auto some = [&random](std::size_t count) {
    Words words(count);
    for (std::uint64_t& word : words) word = random();
    return words;
  };
  const Words phrases = some(100);
  const auto report = [&](const Words& title) {
    Article article{title, phrases};
    for (const std::uint64_t word : some(60)) article.words.push_back(word);
    return sketch_of(article);
  };
  const Words monday = some(6);
  const Sketch first = report(monday);
  const Sketch second = report(some(6));
  EXPECT_GT(likeness(first.view(), second.view()), kSameStory);
  EXPECT_FALSE(tell_same(first.view(), second.view()));
  EXPECT_TRUE(tell_same(first.view(), report(monday).view()));
  EXPECT_TRUE(tell_same(sketch_of(Article{monday, phrases}).view(),
                        sketch_of(Article{some(6), phrases}).view()))
      << "word by word the same";
}

// Each edited copy is sought among all articles by its bands. Copies that the
// collection has already are found as well, and count as wrong here.
TEST(NearDuplicate, FindsPlantedCopiesOfRealArticles) {
  for (const char* collection : {"news/bbc.dev.jsonl", "news/agnews_test.dev.jsonl"}) {
    const std::vector<Article> articles = read_articles(collection);
    ASSERT_GE(int(articles.size()), for_corpora(900, 10)) << collection;
    std::vector<Sketch> sketches;
    std::unordered_multimap<std::uint64_t, std::size_t> by_band;
    for (const Article& article : articles) {
      sketches.push_back(sketch_of(article));
      for (const std::uint64_t band : sketches.back().bands) {
        by_band.emplace(band, sketches.size() - 1);
      }
    }
    Random random(3);
    std::size_t right = 0;
    std::size_t wrong = 0;
    for (std::size_t original = 0; original < articles.size(); ++original) {
      const double share = .05 + .15 * random.uniform();
      const Sketch copy = sketch_of(edited(articles[original], share, random));
      std::unordered_set<std::size_t> candidates;
      for (const std::uint64_t band : copy.bands) {
        const auto [begin, end] = by_band.equal_range(band);
        for (auto at = begin; at != end; ++at) candidates.insert(at->second);
      }
      for (const std::size_t candidate : candidates) {
        if (!tell_same(copy.view(), sketches[candidate].view())) continue;
        ++(candidate == original ? right : wrong);
      }
    }
    const double recall = double(right) / double(articles.size());
    const double precision = double(right) / double(right + wrong);
    std::printf("%s: %zu articles, precision %.3f, recall %.3f\n", collection,
                articles.size(), precision, recall);
    EXPECT_GE(recall, .9) << collection;
    EXPECT_GE(precision, .95) << collection;
  }
}

}  // namespace
}  // namespace curlew::classify
