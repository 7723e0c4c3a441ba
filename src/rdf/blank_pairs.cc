#include "rdf/blank_pairs.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>

#include "rdf/term.h"

namespace curlew::rdf {
namespace {

constexpr std::size_t kMaxQuads = 20'000;
// Of all quads written out: each round writes them again.
constexpr std::size_t kMaxBytes = 16 << 20;
// Nodes in the same place that are compared with each other.
constexpr std::size_t kMaxCrowd = 64;
constexpr int kMaxRounds = 12;
// Stands for no node: a quad as nobody in particular sees it.
constexpr TermId kNobody = kNoTerm - 1;

using Texts = std::vector<std::string>;

// One of the two graphs: its quads by the blank nodes that they mention.
struct PairingSide {
  const TermTable& terms;
  const std::vector<Quad>& quads;
  std::map<TermId, std::vector<const Quad*>> mentions;
  // The names that paired nodes share.
  std::unordered_map<TermId, std::string> names;

  PairingSide(const TermTable& its_terms, const std::vector<Quad>& its_quads)
      : terms(its_terms), quads(its_quads) {
    for (const Quad& quad : quads) {
      for (const TermId id : std::set<TermId>{quad.subject, quad.object, quad.graph})
        if (id != kNoTerm && is_blank(terms.text(id))) mentions[id].push_back(&quad);
    }
  }

  // A quad as seen from a node: itself as "_:", those without a pair as "_:?".
  std::string seen_from(TermId node, const Quad& quad) const {
    std::string text;
    for (const TermId id : {quad.subject, quad.predicate, quad.object, quad.graph})
      text.append(id == node ? "_:" : name_of(id)).append(" ");
    return text;
  }
  // It mentions a node, other than `node`, that has no pair.
  bool has_unpaired(TermId node, const Quad& quad) const {
    for (const TermId id : {quad.subject, quad.object, quad.graph})
      if (id != node && id != kNoTerm && is_blank(terms.text(id)) &&
          !names.contains(id))
        return true;
    return false;
  }
  std::string name_of(TermId id) const {
    if (id == kNoTerm) return "";
    const std::string_view text = terms.text(id);
    if (!is_blank(text)) return std::string(text);
    const auto named = names.find(id);
    return named == names.end() ? "_:?" : named->second;
  }
  Texts all_said_of(TermId node) const {
    Texts texts;
    for (const Quad* const quad : mentions.at(node))
      texts.push_back(seen_from(node, *quad));
    std::ranges::sort(texts);
    return texts;
  }
  // What leads to a node from something that has a name.
  Texts places_of(TermId node) const {
    Texts texts;
    for (const Quad* const quad : mentions.at(node)) {
      const bool leads_here = quad->object == node && quad->subject != node;
      if (leads_here && !has_unpaired(node, *quad))
        texts.push_back(seen_from(node, *quad));
    }
    std::ranges::sort(texts);
    return texts;
  }
};

class BlankPairing {
 public:
  BlankPairing(PairingSide& before, PairingSide& after)
      : before_(before), after_(after) {}

  void run() {
    for (int round = 0; round < kMaxRounds; ++round) {
      const std::size_t known = before_.names.size();
      pair_by(
          [](const PairingSide& side, TermId node) { return side.all_said_of(node); },
          &BlankPairing::pair_in_order);
      pair_by([](const PairingSide& side, TermId node) { return side.places_of(node); },
              &BlankPairing::pair_by_overlap);
      if (before_.names.size() == known) return;
    }
  }

 private:
  using Nodes = std::vector<TermId>;

  void pair(TermId one, TermId other) {
    const std::string name = fmt::format("_:={}", before_.names.size());
    before_.names.emplace(one, name);
    after_.names.emplace(other, name);
  }

  template <typename Describe>
  void pair_by(Describe describe, void (BlankPairing::*pair_nodes)(Nodes&, Nodes&)) {
    std::map<Texts, std::pair<Nodes, Nodes>> alike;
    const auto gather = [&](const PairingSide& side,
                            Nodes std::pair<Nodes, Nodes>::*to) {
      for (const auto& [node, quads] : side.mentions) {
        if (side.names.contains(node)) continue;
        Texts texts = describe(side, node);
        if (!texts.empty()) (alike[std::move(texts)].*to).push_back(node);
      }
    };
    gather(before_, &std::pair<Nodes, Nodes>::first);
    gather(after_, &std::pair<Nodes, Nodes>::second);
    for (auto& [texts, nodes] : alike) (this->*pair_nodes)(nodes.first, nodes.second);
  }

  void pair_in_order(Nodes& ones, Nodes& others) {
    for (std::size_t i = 0; i < std::min(ones.size(), others.size()); ++i)
      pair(ones[i], others[i]);
  }

  // The two that most is said in common of, then the next two.
  void pair_by_overlap(Nodes& ones, Nodes& others) {
    if (ones.size() > kMaxCrowd || others.size() > kMaxCrowd) return;
    struct Candidate {
      std::size_t common;
      TermId one, other;
    };
    std::vector<Texts> said_of_others;
    for (const TermId other : others)
      said_of_others.push_back(after_.all_said_of(other));
    std::vector<Candidate> candidates;
    for (const TermId one : ones) {
      const Texts said = before_.all_said_of(one);
      for (std::size_t i = 0; i < others.size(); ++i) {
        Texts common;
        std::ranges::set_intersection(said, said_of_others[i],
                                      std::back_inserter(common));
        candidates.push_back({common.size(), one, others[i]});
      }
    }
    std::ranges::stable_sort(candidates, std::greater(), &Candidate::common);
    for (const Candidate& candidate : candidates) {
      if (!before_.names.contains(candidate.one) &&
          !after_.names.contains(candidate.other))
        pair(candidate.one, candidate.other);
    }
  }

  PairingSide& before_;
  PairingSide& after_;
};

std::size_t written_size(const TermTable& terms, const std::vector<Quad>& quads) {
  std::size_t size = 0;
  for (const Quad& quad : quads)
    for (const TermId id : {quad.subject, quad.predicate, quad.object, quad.graph})
      if (id != kNoTerm) size += terms.text(id).size();
  return size;
}

}  // namespace

void take_out_common(const TermTable& old_terms, std::vector<Quad>& removed,
                     const TermTable& new_terms, std::vector<Quad>& added) {
  if (removed.size() + added.size() > kMaxQuads) return;
  if (written_size(old_terms, removed) + written_size(new_terms, added) > kMaxBytes)
    return;
  PairingSide before(old_terms, removed), after(new_terms, added);
  BlankPairing(before, after).run();
  const auto text_of = [](const PairingSide& side, const Quad& quad) {
    return side.seen_from(kNobody, quad);
  };
  std::set<std::string> old_texts, common;
  for (const Quad& quad : removed) old_texts.insert(text_of(before, quad));
  for (const Quad& quad : added) {
    // Nodes without a pair have no name that both sides know.
    if (after.has_unpaired(kNobody, quad)) continue;
    std::string text = text_of(after, quad);
    if (old_texts.contains(text)) common.insert(std::move(text));
  }
  const auto is_common_in = [&](const PairingSide& side) {
    return [&](const Quad& quad) { return common.contains(text_of(side, quad)); };
  };
  std::vector<Quad> old_rest, new_rest;
  std::ranges::remove_copy_if(removed, std::back_inserter(old_rest),
                              is_common_in(before));
  std::ranges::remove_copy_if(added, std::back_inserter(new_rest), is_common_in(after));
  removed = std::move(old_rest);
  added = std::move(new_rest);
}

}  // namespace curlew::rdf
