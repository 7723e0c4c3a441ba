#include "rdf/difference.h"

#include <algorithm>
#include <map>
#include <numeric>

#include "rdf/blank_pairs.h"
#include "rdf/term.h"

namespace curlew::rdf {
namespace {

std::size_t hash_of_quad(const Quad& quad) {
  const std::uint64_t front = std::uint64_t{quad.subject} << 32 | quad.object;
  const std::uint64_t back = std::uint64_t{quad.graph} << 32 | quad.predicate;
  std::uint64_t mixed = (front ^ back * 0x9E3779B97F4A7C15) * 0xC2B2AE3D27D4EB4F;
  mixed ^= mixed >> 29;
  return mixed * 0x9E3779B97F4A7C15 >> 16;
}

void sort_and_unite(std::vector<Quad>& quads) {
  std::ranges::sort(quads);
  quads.erase(std::unique(quads.begin(), quads.end()), quads.end());
}

// The quads of a dataset, with and without blank nodes.
struct TwoKinds {
  // The dataset's own where it has no blank nodes.
  std::span<const Quad> ground;
  std::vector<Quad> blank;

  explicit TwoKinds(const Dataset& dataset) : ground(dataset.quads()) {
    const TermTable& terms = dataset.terms();
    std::vector<bool> is_blank_term(terms.size());
    bool has_any = false;
    for (TermId id = 0; id < terms.size(); ++id) {
      is_blank_term[id] = is_blank(terms.text(id));
      has_any = has_any || is_blank_term[id];
    }
    if (!has_any) return;
    const auto is = [&](TermId id) { return id != kNoTerm && is_blank_term[id]; };
    for (const Quad& quad : dataset.quads()) {
      const bool is_ground = !is(quad.subject) && !is(quad.object) && !is(quad.graph);
      (is_ground ? ground_ : blank).push_back(quad);
    }
    ground = ground_;
    sort_and_unite(blank);
  }
  TwoKinds(const TwoKinds&) = delete;
  TwoKinds& operator=(const TwoKinds&) = delete;

 private:
  std::vector<Quad> ground_;
};

// A set of quads that remembers which of them were asked for.
class QuadSet {
 public:
  explicit QuadSet(std::span<const Quad> quads) : quads_(quads) {
    std::size_t size = 64;
    while (size < 2 * quads.size()) size *= 2;
    slots_.assign(size, kFree);
    was_met_.assign(quads.size(), false);
    for (std::uint32_t i = 0; i < quads.size(); ++i) {
      std::uint32_t& slot = slots_[slot_of(quads[i])];
      // Of a quad that stands there twice, the second is nobody's loss.
      if (slot == kFree)
        slot = i;
      else
        was_met_[i] = true;
    }
  }

  bool meet(const Quad& quad) {
    const std::uint32_t place = slots_[slot_of(quad)];
    if (place != kFree) was_met_[place] = true;
    return place != kFree;
  }
  std::vector<Quad> not_met() const {
    std::vector<Quad> rest;
    for (std::size_t i = 0; i < quads_.size(); ++i)
      if (!was_met_[i]) rest.push_back(quads_[i]);
    return rest;
  }

 private:
  static constexpr std::uint32_t kFree = 0xFFFFFFFF;

  std::size_t slot_of(const Quad& quad) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash_of_quad(quad) & mask;
    while (slots_[at] != kFree && quads_[slots_[at]] != quad) at = (at + 1) & mask;
    return at;
  }

  std::span<const Quad> quads_;
  std::vector<std::uint32_t> slots_;
  std::vector<bool> was_met_;
};

void compare_ground(const Dataset& before, std::span<const Quad> old_quads,
                    const Dataset& after, std::span<const Quad> new_quads,
                    Difference& result) {
  const std::vector<TermId> numbers = before.terms().numbers_of(after.terms());
  const auto number = [&](TermId id) { return id == kNoTerm ? id : numbers[id]; };
  QuadSet old_set(old_quads);
  for (const Quad& quad : new_quads) {
    const Quad there{number(quad.subject), number(quad.predicate), number(quad.object),
                     number(quad.graph)};
    // A term that the old dataset does not have would pass for the default graph.
    const bool is_known = there.subject != kNoTerm && there.predicate != kNoTerm &&
                          there.object != kNoTerm &&
                          (there.graph == kNoTerm) == (quad.graph == kNoTerm);
    if (!is_known || !old_set.meet(there)) result.added.push_back(quad);
  }
  sort_and_unite(result.added);
  result.removed = old_set.not_met();
}

// Quads that hang together by blank nodes.
std::vector<std::vector<Quad>> parts_of_blank(const TermTable& terms,
                                              const std::vector<Quad>& quads) {
  std::vector<TermId> parents(terms.size());
  std::iota(parents.begin(), parents.end(), TermId{0});
  const auto root = [&](TermId id) {
    while (parents[id] != id) id = parents[id] = parents[parents[id]];
    return id;
  };
  const auto first_blank = [&](const Quad& quad) {
    for (const TermId id : {quad.subject, quad.object})
      if (is_blank(terms.text(id))) return id;
    return quad.graph;
  };
  for (const Quad& quad : quads) {
    const TermId first = first_blank(quad);
    for (const TermId id : {quad.object, quad.graph}) {
      if (id != kNoTerm && is_blank(terms.text(id))) parents[root(id)] = root(first);
    }
  }
  std::vector<std::vector<Quad>> parts;
  std::map<TermId, std::size_t> places;
  for (const Quad& quad : quads) {
    const auto [found, is_new] =
        places.try_emplace(root(first_blank(quad)), parts.size());
    if (is_new) parts.emplace_back();
    parts[found->second].push_back(quad);
  }
  return parts;
}

using PartsByForm = std::multimap<std::string, std::vector<Quad>>;

Result<PartsByForm> parts_by_form(const TermTable& terms,
                                  const std::vector<Quad>& quads, WorkLimit& limit) {
  PartsByForm parts;
  for (std::vector<Quad>& part : parts_of_blank(terms, quads)) {
    TRY_ASSIGN(const CanonicalForm form, canonical_form(terms, part, limit));
    parts.emplace(form.text(), std::move(part));
  }
  return parts;
}

void append_parts(std::vector<Quad>& out, const PartsByForm& parts) {
  for (const auto& [form, quads] : parts)
    out.insert(out.end(), quads.begin(), quads.end());
}

// False: they could not be compared.
bool compare_blank(const Dataset& before, const std::vector<Quad>& old_quads,
                   const Dataset& after, const std::vector<Quad>& new_quads,
                   WorkLimit& limit, Difference& result) {
  auto old_parts = parts_by_form(before.terms(), old_quads, limit);
  if (!old_parts) return false;
  auto new_parts = parts_by_form(after.terms(), new_quads, limit);
  if (!new_parts) return false;
  for (auto part = new_parts->begin(); part != new_parts->end();) {
    const auto same = old_parts->find(part->first);
    if (same == old_parts->end()) {
      ++part;
    } else {
      old_parts->erase(same);
      part = new_parts->erase(part);
    }
  }
  std::vector<Quad> removed, added;
  append_parts(removed, *old_parts);
  append_parts(added, *new_parts);
  take_out_common(before.terms(), removed, after.terms(), added);
  result.removed.insert(result.removed.end(), removed.begin(), removed.end());
  result.added.insert(result.added.end(), added.begin(), added.end());
  return true;
}

}  // namespace

Difference difference(const Dataset& before, const Dataset& after, WorkLimit limit) {
  Difference result;
  const TwoKinds old_quads(before), new_quads(after);
  compare_ground(before, old_quads.ground, after, new_quads.ground, result);
  result.is_partial =
      !compare_blank(before, old_quads.blank, after, new_quads.blank, limit, result);
  const bool differs = !result.added.empty() || !result.removed.empty() ||
                       old_quads.blank.size() != new_quads.blank.size();
  result.sameness = differs             ? Sameness::kDifferent
                    : result.is_partial ? Sameness::kUndecided
                                        : Sameness::kSame;
  return result;
}

}  // namespace curlew::rdf
