#include "rdf/difference.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "rdf/term.h"

namespace curlew::rdf {
namespace {

// "s p o" or "s p o g"; names that begin with "_" are blank nodes.
Dataset graph(const std::vector<std::string>& statements) {
  Dataset dataset;
  for (const std::string& statement : statements) {
    std::vector<TermId> ids;
    std::istringstream words(statement);
    for (std::string word; words >> word;)
      ids.push_back(dataset.terms().intern(word[0] == '_' ? blank_text(word.substr(1))
                                                          : iri_text("x:" + word)));
    ids.resize(4, kNoTerm);
    dataset.add({ids[0], ids[1], ids[2], ids[3]});
  }
  return dataset;
}

std::vector<std::string> lines(const Dataset& dataset, const std::vector<Quad>& quads) {
  std::vector<std::string> all;
  for (const Quad& quad : quads) all.push_back(to_nquad(dataset.terms(), quad));
  std::ranges::sort(all);
  return all;
}

Sameness sameness(const std::vector<std::string>& a,
                  const std::vector<std::string>& b) {
  return difference(graph(a), graph(b)).sameness;
}

using Lines = std::vector<std::string>;

TEST(Difference, OrderRepetitionAndNamesOfBlankNodesSayNothing) {
  EXPECT_EQ(
      sameness({"a p _x", "_x q b", "c p d"}, {"c p d", "_u q b", "a p _u", "c p d"}),
      Sameness::kSame);
  EXPECT_EQ(sameness({"_a p _b"}, {"_b p _a"}), Sameness::kSame);
  EXPECT_EQ(sameness({"_a p _a"}, {"_a p _b"}), Sameness::kDifferent);
}

TEST(Difference, TellsWhatCameAndWent) {
  const Dataset before = graph({"a p b", "a p c"}), after = graph({"a p c", "a p d g"});
  const Difference found = difference(before, after);
  EXPECT_EQ(found.sameness, Sameness::kDifferent);
  EXPECT_EQ(lines(before, found.removed), Lines{"<x:a> <x:p> <x:b> ."});
  EXPECT_EQ(lines(after, found.added), Lines{"<x:a> <x:p> <x:d> <x:g> ."});
}

TEST(Difference, AnUnknownGraphIsNotTheDefaultOne) {
  EXPECT_EQ(sameness({"a p b"}, {"a p b g"}), Sameness::kDifferent);
  EXPECT_EQ(sameness({"a p b g"}, {"a p b"}), Sameness::kDifferent);
}

TEST(Difference, OneChangedBlankPartLeavesTheOthersInPeace) {
  const Dataset before = graph({"a p _x", "_x q b", "c p _y", "_y q b"});
  const Dataset after = graph({"a p _1", "_1 q b", "c p _2", "_2 q e"});
  const Difference found = difference(before, after);
  EXPECT_EQ(lines(before, found.removed), Lines{"_:y <x:q> <x:b> ."});
  EXPECT_EQ(lines(after, found.added), Lines{"_:2 <x:q> <x:e> ."});
}

// As ontologies have them: a class with restrictions, one of which is edited.
TEST(Difference, OneEditOfManyAlikeNodesIsOneQuad) {
  const auto ontology = [](std::string_view names, std::string_view edited) {
    Lines all;
    for (int i = 0; i < 5; ++i) {
      const std::string node = fmt::format("_{}{}", names, i);
      all.push_back("class sub " + node);
      all.push_back(node + " type restriction");
      all.push_back(node + " on p" + std::to_string(i));
      all.push_back(fmt::format("{} some _{}list{}", node, names, i));
      all.push_back(
          fmt::format("_{}list{} first {}", names, i, i == 3 ? edited : "value"));
    }
    return graph(all);
  };
  const Dataset before = ontology("a", "old"), after = ontology("z", "new");
  const Difference found = difference(before, after);
  EXPECT_EQ(lines(before, found.removed), Lines{"_:alist3 <x:first> <x:old> ."});
  EXPECT_EQ(lines(after, found.added), Lines{"_:zlist3 <x:first> <x:new> ."});
}

TEST(Difference, AlikePartsAreCounted) {
  EXPECT_EQ(sameness({"_a p b", "_c p b"}, {"_a p b"}), Sameness::kDifferent);
  EXPECT_EQ(sameness({"_a p b", "_c p b"}, {"_d p b", "_e p b"}), Sameness::kSame);
}

// Two rings of three and one of six: every node looks like every other.
TEST(Difference, RingsOfTheSameSizeInAllAreNotTheSame) {
  const Lines two = {"_a p _b", "_b p _c", "_c p _a", "_d p _e", "_e p _f", "_f p _d"};
  const Lines one = {"_a p _b", "_b p _c", "_c p _d", "_d p _e", "_e p _f", "_f p _a"};
  EXPECT_EQ(sameness(two, one), Sameness::kDifferent);
  EXPECT_EQ(sameness(one, one), Sameness::kSame);
}

// A naive oracle: all renamings of up to five blank nodes.
bool is_isomorphic(const Lines& a, const Lines& b) {
  Lines names = {"_a", "_b", "_c", "_d", "_e"};
  const auto sorted_lines = [](const Lines& all) {
    std::set<std::string> sorted(all.begin(), all.end());
    return sorted;
  };
  do {
    Lines renamed = a;
    for (std::string& line : renamed)
      for (std::size_t i = 0; i < line.size(); ++i)
        if (line[i] == '_')
          line[i + 1] = names[static_cast<std::size_t>(line[i + 1] - 'a')][1];
    if (sorted_lines(renamed) == sorted_lines(b)) return true;
  } while (std::next_permutation(names.begin(), names.end()));
  return false;
}

TEST(Difference, AgreesWithTryingAllRenamings) {
  std::mt19937 random(7);
  int same = 0;
  for (int round = 0; round < 600; ++round) {
    const auto node = [&] { return std::string("_") + char('a' + random() % 5); };
    Lines before;
    for (int i = 0; i < 6; ++i) before.push_back(node() + " p " + node());
    Lines after = before;
    std::array<char, 5> to = {'a', 'b', 'c', 'd', 'e'};
    std::shuffle(to.begin(), to.end(), random);
    for (std::string& line : after)
      for (std::size_t i = 0; i < line.size(); ++i)
        if (line[i] == '_')
          line[i + 1] = to[static_cast<std::size_t>(line[i + 1] - 'a')];
    if (round % 2 == 1) after[random() % 6] = node() + " p " + node();
    std::shuffle(after.begin(), after.end(), random);
    const bool expected = is_isomorphic(before, after);
    same += expected ? 1 : 0;
    ASSERT_EQ(sameness(before, after),
              expected ? Sameness::kSame : Sameness::kDifferent)
        << round;
  }
  EXPECT_GT(same, 300);
  EXPECT_LT(same, 500);
}

TEST(Difference, EntangledGraphsAreUndecidedSoon) {
  Lines clique;
  for (int i = 0; i < 14; ++i)
    for (int j = 0; j < 14; ++j)
      if (i != j) clique.push_back(fmt::format("_{} p _{}", i, j));
  const auto soon = [&](const Lines& other) {
    return difference(graph(clique), graph(other), {.steps_left = 100'000}).sameness;
  };
  EXPECT_EQ(soon(clique), Sameness::kUndecided);
  // What can be told is told.
  Lines more = clique;
  more.push_back("a p b");
  EXPECT_EQ(soon(more), Sameness::kDifferent);
  Lines smaller = clique;
  smaller.pop_back();
  EXPECT_EQ(soon(smaller), Sameness::kDifferent);
}

TEST(Difference, ALongChainOfAlikeNodesEnds) {
  Lines chain;
  for (int i = 0; i < 20'000; ++i) chain.push_back(fmt::format("_{} p _{}", i, i + 1));
  EXPECT_NE(sameness(chain, chain), Sameness::kDifferent);
}

// Each statement names half a megabyte: written out they would fill any memory.
TEST(Difference, OneLongNameInManyBlankStatementsIsUndecided) {
  Dataset fan, chain;
  const std::string property = "<x:" + std::string(500'000, 'p') + ">";
  const auto node = [](Dataset& dataset, int number) {
    return dataset.terms().intern(fmt::format("_:b{}", number));
  };
  for (Dataset* const dataset : {&fan, &chain}) {
    const TermId id = dataset->terms().intern(property);
    for (int i = 0; i < 3'000; ++i)
      dataset->add(
          {node(*dataset, dataset == &fan ? 0 : i), id, node(*dataset, i + 1)});
    EXPECT_EQ(difference(*dataset, *dataset, {.steps_left = 400'000}).sameness,
              Sameness::kUndecided);
  }
}

TEST(Difference, ALiteralThatLooksLikeANodeHasNoNodeInIt) {
  const auto with = [](std::string_view literal, std::string_view other) {
    Dataset dataset = graph({"_x q _y", "_y p c"});
    TermTable& terms = dataset.terms();
    dataset.add({terms.intern("_:y"), terms.intern("<x:p>"), terms.intern(literal)});
    dataset.add({terms.intern("_:y"), terms.intern("<x:p>"), terms.intern(other)});
    return dataset;
  };
  const Dataset before = with("\"_:?\"", "\"1\""), after = with("\"_:?\"", "\"2\"");
  const Difference found = difference(before, after);
  EXPECT_EQ(lines(before, found.removed), Lines{"_:y <x:p> \"1\" ."});
  EXPECT_EQ(lines(after, found.added), Lines{"_:y <x:p> \"2\" ."});
}

}  // namespace
}  // namespace curlew::rdf
