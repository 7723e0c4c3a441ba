#include "rdf/canonical.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "base/sha.h"
#include "rdf/term.h"

namespace curlew::rdf {
namespace {

// A blank node, numbered in the order in which the quads mention them.
using Node = std::uint32_t;

// Each level holds a few hundred bytes of stack, and chains of alike nodes go as deep
// as they are long.
constexpr int kMaxDepth = 2000;

// Section 4.5: hands out names in the order in which they are asked for.
class IdentifierIssuer {
 public:
  explicit IdentifierIssuer(std::string_view prefix) : prefix_(prefix) {}

  std::optional<std::string> issued(Node node) const {
    const auto found = numbers_.find(node);
    if (found == numbers_.end()) return std::nullopt;
    return fmt::format("{}{}", prefix_, found->second);
  }
  std::string issue(Node node) {
    const auto [found, is_new] = numbers_.try_emplace(node, order_.size());
    if (is_new) order_.push_back(node);
    return fmt::format("{}{}", prefix_, found->second);
  }
  const std::vector<Node>& order() const { return order_; }

 private:
  std::string_view prefix_;
  std::unordered_map<Node, std::size_t> numbers_;
  std::vector<Node> order_;
};

struct NDegreeResult {
  std::string hash;
  IdentifierIssuer issuer;
};

class Canonicalization {
 public:
  Canonicalization(const TermTable& terms, std::span<const Quad> quads,
                   WorkLimit& limit, HashFunction function)
      : terms_(terms), limit_(limit), function_(function) {
    quads_.assign(quads.begin(), quads.end());
    std::ranges::sort(quads_);
    quads_.erase(std::unique(quads_.begin(), quads_.end()), quads_.end());
  }

  Result<CanonicalForm> run();

 private:
  void find_mentions();
  Node node_of(TermId id) const;
  std::optional<Node> blank_in(TermId id) const;
  std::string hash(std::string_view text) const;
  std::size_t written_size(const Quad& quad) const;
  std::optional<std::string> hash_first_degree_quads(Node node);
  std::string hash_related(Node related, const Quad& quad,
                           const IdentifierIssuer& issuer, char position) const;
  bool may_hash_related(Node node);
  std::map<std::string, std::vector<Node>> related_nodes(
      Node node, const IdentifierIssuer& issuer) const;
  std::optional<NDegreeResult> hash_n_degree_quads(Node node, IdentifierIssuer issuer,
                                                   int depth);
  bool try_permutation(const std::vector<Node>& permutation,
                       const IdentifierIssuer& issuer, int depth, std::string& chosen,
                       std::optional<IdentifierIssuer>& chosen_issuer);
  bool name_alike_nodes(const std::vector<Node>& nodes);
  bool may_write_form();
  CanonicalForm form() const;

  const TermTable& terms_;
  WorkLimit& limit_;
  HashFunction function_;
  std::vector<Quad> quads_;
  std::unordered_map<TermId, Node> nodes_;
  std::vector<TermId> terms_of_nodes_;
  // Quads that mention each node, by their place in quads_.
  std::vector<std::vector<std::uint32_t>> mentions_;
  std::vector<std::string> first_degree_;
  IdentifierIssuer canonical_{"c14n"};
};

Node Canonicalization::node_of(TermId id) const { return nodes_.find(id)->second; }

std::optional<Node> Canonicalization::blank_in(TermId id) const {
  if (id == kNoTerm || !is_blank(terms_.text(id))) return std::nullopt;
  return node_of(id);
}

std::string Canonicalization::hash(std::string_view text) const {
  return function_ == HashFunction::kSha384 ? sha384_hex(text) : sha256_hex(text);
}

void Canonicalization::find_mentions() {
  for (std::uint32_t i = 0; i < quads_.size(); ++i) {
    const Quad& quad = quads_[i];
    for (const TermId id : {quad.subject, quad.object, quad.graph}) {
      if (id == kNoTerm || !is_blank(terms_.text(id))) continue;
      const auto [found, is_new] = nodes_.try_emplace(id, nodes_.size());
      if (is_new) {
        mentions_.emplace_back();
        terms_of_nodes_.push_back(id);
      }
      auto& places = mentions_[found->second];
      if (places.empty() || places.back() != i) places.push_back(i);
    }
  }
}

std::size_t Canonicalization::written_size(const Quad& quad) const {
  std::size_t size = 0;
  for (const TermId id : {quad.subject, quad.predicate, quad.object, quad.graph})
    if (id != kNoTerm) size += terms_.text(id).size() + 1;
  return size;
}

// Section 4.6. Nullopt: out of work.
std::optional<std::string> Canonicalization::hash_first_degree_quads(Node node) {
  std::size_t size = 0;
  for (const std::uint32_t place : mentions_[node]) size += written_size(quads_[place]);
  if (!limit_.take(mentions_[node].size()) || !limit_.take_bytes(size))
    return std::nullopt;
  const TermId own = terms_of_nodes_[node];
  std::vector<std::string> lines;
  for (const std::uint32_t place : mentions_[node]) {
    const Quad& quad = quads_[place];
    std::string& line = lines.emplace_back();
    for (const TermId id : {quad.subject, quad.predicate, quad.object, quad.graph}) {
      if (id == kNoTerm) continue;
      const std::string_view text = terms_.text(id);
      line += !is_blank(text) ? text : id == own ? "_:a" : "_:z";
      line += ' ';
    }
    line += ".\n";
  }
  std::ranges::sort(lines);
  std::string all;
  for (const std::string& line : lines) all += line;
  return hash(all);
}

// Section 4.7.
std::string Canonicalization::hash_related(Node related, const Quad& quad,
                                           const IdentifierIssuer& issuer,
                                           char position) const {
  std::string input(1, position);
  if (position != 'g') input += terms_.text(quad.predicate);
  if (const auto name = canonical_.issued(related)) {
    input.append("_:").append(*name);
  } else if (const auto temporary = issuer.issued(related)) {
    input.append("_:").append(*temporary);
  } else {
    input += first_degree_[related];
  }
  return hash(input);
}

bool Canonicalization::may_hash_related(Node node) {
  std::size_t size = 0;
  for (const std::uint32_t place : mentions_[node])
    size += terms_.text(quads_[place].predicate).size();
  return limit_.take(mentions_[node].size()) && limit_.take_bytes(size);
}

std::map<std::string, std::vector<Node>> Canonicalization::related_nodes(
    Node node, const IdentifierIssuer& issuer) const {
  std::map<std::string, std::vector<Node>> related;
  for (const std::uint32_t place : mentions_[node]) {
    const Quad& quad = quads_[place];
    const auto add = [&](TermId id, char position) {
      const auto other = blank_in(id);
      if (!other || *other == node) return;
      related[hash_related(*other, quad, issuer, position)].push_back(*other);
    };
    add(quad.subject, 's');
    add(quad.object, 'o');
    add(quad.graph, 'g');
  }
  return related;
}

// Section 4.8.3, step 5.4, for one permutation. False: out of work.
bool Canonicalization::try_permutation(const std::vector<Node>& permutation,
                                       const IdentifierIssuer& issuer, int depth,
                                       std::string& chosen,
                                       std::optional<IdentifierIssuer>& chosen_issuer) {
  if (!limit_.take(1 + permutation.size() + issuer.order().size())) return false;
  IdentifierIssuer copy = issuer;
  std::string path;
  std::vector<Node> recursion;
  const auto is_worse = [&] {
    return !chosen.empty() && path.size() >= chosen.size() && path > chosen;
  };
  for (const Node node : permutation) {
    if (const auto name = canonical_.issued(node)) {
      path.append("_:").append(*name);
    } else {
      if (!copy.issued(node)) recursion.push_back(node);
      path.append("_:").append(copy.issue(node));
    }
    if (is_worse()) return true;
  }
  for (const Node node : recursion) {
    auto result = hash_n_degree_quads(node, copy, depth + 1);
    if (!result) return false;
    path.append("_:").append(copy.issue(node));
    path.append("<").append(result->hash).append(">");
    copy = std::move(result->issuer);
    if (is_worse()) return true;
  }
  if (chosen.empty() || path < chosen) {
    chosen = std::move(path);
    chosen_issuer = std::move(copy);
  }
  return true;
}

// Section 4.8. Nullopt: out of work.
std::optional<NDegreeResult> Canonicalization::hash_n_degree_quads(
    Node node, IdentifierIssuer issuer, int depth) {
  if (depth > kMaxDepth) return std::nullopt;
  if (!limit_.take(issuer.order().size()) || !may_hash_related(node))
    return std::nullopt;
  std::string data;
  for (auto& [related_hash, nodes] : related_nodes(node, issuer)) {
    data += related_hash;
    std::string chosen;
    std::optional<IdentifierIssuer> chosen_issuer;
    std::vector<Node> permutation = nodes;
    std::ranges::sort(permutation);
    do {
      if (!try_permutation(permutation, issuer, depth, chosen, chosen_issuer))
        return std::nullopt;
    } while (std::next_permutation(permutation.begin(), permutation.end()));
    data += chosen;
    if (chosen_issuer) issuer = *std::move(chosen_issuer);
  }
  return NDegreeResult{hash(data), std::move(issuer)};
}

// Section 4.4.3, step 5, for the nodes of one hash. False: out of work.
bool Canonicalization::name_alike_nodes(const std::vector<Node>& nodes) {
  std::vector<NDegreeResult> results;
  for (const Node node : nodes) {
    if (canonical_.issued(node)) continue;
    IdentifierIssuer issuer("b");
    issuer.issue(node);
    auto result = hash_n_degree_quads(node, std::move(issuer), 0);
    if (!result) return false;
    results.push_back(*std::move(result));
  }
  std::ranges::stable_sort(results, {}, &NDegreeResult::hash);
  for (const NDegreeResult& result : results) {
    for (const Node node : result.issuer.order()) canonical_.issue(node);
  }
  return true;
}

// Section 4.4.
Result<CanonicalForm> Canonicalization::run() {
  const Error undecided{ErrorKind::kLimit,
                        "undecided: the blank nodes are too entangled to compare"};
  find_mentions();
  std::map<std::string, std::vector<Node>> alike;
  for (Node node = 0; node < mentions_.size(); ++node) {
    auto first_degree = hash_first_degree_quads(node);
    if (!first_degree) return undecided;
    first_degree_.push_back(*std::move(first_degree));
    alike[first_degree_.back()].push_back(node);
  }
  for (const auto& [hash, nodes] : alike) {
    if (nodes.size() == 1) canonical_.issue(nodes.front());
  }
  for (const auto& [hash, nodes] : alike) {
    if (nodes.size() > 1 && !name_alike_nodes(nodes)) return undecided;
  }
  if (!may_write_form()) return undecided;
  return form();
}

// Twice: the lines, and the text that they are joined to.
bool Canonicalization::may_write_form() {
  std::size_t size = 0;
  for (const Quad& quad : quads_) size += 2 * written_size(quad);
  return limit_.take_bytes(size);
}

CanonicalForm Canonicalization::form() const {
  CanonicalForm result;
  std::vector<std::string> names;
  for (Node node = 0; node < mentions_.size(); ++node) {
    const std::string name = canonical_.issued(node).value();
    result.labels.emplace(terms_.text(terms_of_nodes_[node]).substr(2), name);
    names.push_back("_:" + name);
  }
  for (const Quad& quad : quads_) {
    std::string& line = result.lines.emplace_back();
    for (const TermId id : {quad.subject, quad.predicate, quad.object, quad.graph}) {
      if (id == kNoTerm) continue;
      const auto node = blank_in(id);
      line += node ? std::string_view(names[*node]) : terms_.text(id);
      line += ' ';
    }
    line += '.';
  }
  std::ranges::sort(result.lines);
  return result;
}

}  // namespace

std::string CanonicalForm::text() const {
  std::string all;
  for (const std::string& line : lines) all.append(line).append("\n");
  return all;
}

Result<CanonicalForm> canonical_form(const TermTable& terms,
                                     std::span<const Quad> quads, WorkLimit& limit,
                                     HashFunction hash) {
  return Canonicalization(terms, quads, limit, hash).run();
}

}  // namespace curlew::rdf
