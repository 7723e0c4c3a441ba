#include "text/greek/stem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <libstemmer.h>

#include <fstream>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "text/fold.h"

namespace curlew::text {
namespace {

using Paradigm = std::vector<std::string>;
using StemFunction = std::function<std::string(const std::string&)>;

// Lines of forms of one word; "#" begins a remark.
std::vector<Paradigm> read_paradigms(const std::string& name) {
  std::ifstream file(CURLEW_TESTDATA "/" + name);
  EXPECT_TRUE(file) << name;
  std::vector<Paradigm> paradigms;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) continue;
    std::istringstream words(line);
    Paradigm paradigm;
    for (std::string word; words >> word;) paradigm.push_back(fold(word));
    paradigms.push_back(std::move(paradigm));
  }
  return paradigms;
}

std::string snowball(const std::string& folded) {
  static sb_stemmer* const stemmer = sb_stemmer_new("greek", nullptr);
  const sb_symbol* const stem = sb_stemmer_stem(
      stemmer, reinterpret_cast<const sb_symbol*>(folded.data()), int(folded.size()));
  return {reinterpret_cast<const char*>(stem), std::size_t(sb_stemmer_length(stemmer))};
}

std::string ours(const std::string& folded) { return greek_stem(folded); }

// The share of pairs of forms of one word that have the same stem, each word counting
// the same, whether it has four forms or sixty.
double share_that_meets(const std::vector<Paradigm>& paradigms,
                        const StemFunction& stem) {
  double sum = 0;
  for (const Paradigm& paradigm : paradigms) {
    std::map<std::string, std::size_t> counts;
    const std::set<std::string> forms(paradigm.begin(), paradigm.end());
    for (const std::string& form : forms) ++counts[stem(form)];
    double meeting = 0;
    for (const auto& [key, count] : counts) meeting += double(count * (count - 1));
    const auto size = double(forms.size());
    sum += size > 1 ? meeting / (size * (size - 1)) : 1;
  }
  return sum / double(paradigms.size());
}

// How many words share a stem with a form of another word.
std::size_t count_words_that_meet(const std::vector<Paradigm>& paradigms,
                                  const StemFunction& stem) {
  std::map<std::string, std::set<std::size_t>> words_of_stem;
  for (std::size_t i = 0; i < paradigms.size(); ++i) {
    for (const std::string& form : paradigms[i]) words_of_stem[stem(form)].insert(i);
  }
  std::set<std::size_t> meeting;
  for (const auto& [key, words] : words_of_stem) {
    if (words.size() > 1) meeting.insert(words.begin(), words.end());
  }
  return meeting.size();
}

void report(const std::string& name, const std::vector<Paradigm>& paradigms) {
  for (const auto& [who, stem] :
       {std::pair<const char*, StemFunction>{"snowball", snowball}, {"ours", ours}}) {
    std::printf(
        "%-28s %-8s same word: %.3f of pairs meet; %zu of %zu words meet another\n",
        name.c_str(), who, share_that_meets(paradigms, stem),
        count_words_that_meet(paradigms, stem), paradigms.size());
  }
}

std::vector<Paradigm> joined(std::vector<Paradigm> a, const std::vector<Paradigm>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

struct Half {
  explicit Half(const std::string& name)
      : verbs(read_paradigms("greek_verbs_" + name + ".txt")),
        nouns(read_paradigms("greek_nouns_" + name + ".txt")) {
    report("verbs, " + name, verbs);
    report("nouns, " + name, nouns);
    report("both, " + name, joined(verbs, nouns));
  }

  std::vector<Paradigm> verbs;
  std::vector<Paradigm> nouns;
};

// The rules were written and mended with the development half only.
TEST(GreekStem, BringsTheFormsOfOneWordTogether) {
  const Half development("development");
  EXPECT_GE(share_that_meets(development.verbs, ours), 0.93);
  EXPECT_GE(share_that_meets(development.nouns, ours), 0.98);
  const Half held_out("held_out");
  EXPECT_GE(share_that_meets(held_out.verbs, ours), 0.89);
  EXPECT_GE(share_that_meets(held_out.nouns, ours), 0.97);
}

TEST(GreekStem, KeepsDifferentWordsApartAsWellAsSnowballDoes) {
  for (const char* name : {"development", "held_out"}) {
    const Half half(name);
    const auto words = joined(half.verbs, half.nouns);
    EXPECT_LE(count_words_that_meet(words, ours),
              count_words_that_meet(words, snowball) + 2);
  }
}

TEST(GreekStem, TellsANounFromTheVerbItComesFrom) {
  EXPECT_EQ(greek_stem("κυβερνησεισ"), greek_stem("κυβερνηση"));
  EXPECT_NE(greek_stem("κυβερνηση"), greek_stem("κυβερνησε"));
  EXPECT_NE(greek_stem("γραμμα"), greek_stem("γραμμη"));
  EXPECT_NE(greek_stem("οικονομια"), greek_stem("οικονομοσ"));
  EXPECT_NE(greek_stem("χωρα"), greek_stem("χωριο"));
}

TEST(GreekStem, LeavesShortWordsAndOtherLettersAlone) {
  EXPECT_EQ(greek_stem(""), "");
  EXPECT_EQ(greek_stem("ο"), "ο");
  EXPECT_EQ(greek_stem("και"), "και");
  EXPECT_EQ(greek_stem("abc"), "abc");
  EXPECT_EQ(greek_stem("covidίωση"), "covidίωση");
}

TEST(GreekStem, NeverLeavesNothing) {
  for (const char* half : {"development", "held_out"}) {
    for (const auto& paradigm :
         read_paradigms("greek_verbs_" + std::string(half) + ".txt")) {
      for (const std::string& form : paradigm) EXPECT_NE(greek_stem(form), "") << form;
    }
  }
}

}  // namespace
}  // namespace curlew::text
