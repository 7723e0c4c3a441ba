#include "match/frequency.h"

#include <algorithm>
#include <limits>

namespace curlew::match {
namespace {

using query::Fact;
using query::FactKind;
using query::Field;
using query::NodeKind;

// How often texts have a word, by its length alone: each letter halves it. Only the
// order matters, for the choice of what to look at first.
double frequency_of(const query::Word& word) {
  double frequency = word.is_prefix ? 4 : 1;
  const std::size_t size = std::min<std::size_t>(word.terms.front().size(), 40);
  for (std::size_t i = 0; i < size; ++i) frequency /= 2;
  return frequency;
}

double frequency_of(const Fact& fact) {
  switch (fact.kind) {
    case FactKind::kLanguage:
      return 1;
    case FactKind::kTopic:
    case FactKind::kOwnTopic:
    case FactKind::kSource:
      return 0.1;
    case FactKind::kFolder:
      return 0.02;
  }
  return 1;
}

}  // namespace

double frequency_of(const query::Expression& leaf) {
  if (leaf.kind == NodeKind::kFact) return frequency_of(leaf.fact);
  double frequency = 1;
  for (const query::Word& word : leaf.phrase.words) frequency *= frequency_of(word);
  // Titles and authors are short.
  return leaf.phrase.field == Field::kAnywhere ? frequency : frequency / 16;
}

std::size_t rarest_pair(const query::Phrase& phrase) {
  std::size_t best = 0;
  double least = std::numeric_limits<double>::max();
  for (std::size_t i = 0; i + 1 < phrase.words.size(); ++i) {
    const double frequency =
        frequency_of(phrase.words[i]) * frequency_of(phrase.words[i + 1]);
    if (frequency < least) {
      least = frequency;
      best = i;
    }
  }
  return best;
}

}  // namespace curlew::match
