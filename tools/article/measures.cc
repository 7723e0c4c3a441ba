#include "measures.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace curlew::tools {
namespace {

std::size_t overlap(Tokens a, Tokens b) {
  std::ranges::sort(a);
  std::ranges::sort(b);
  Tokens both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  return both.size();
}

Tokens shingles_of(const Tokens& tokens) {
  constexpr std::size_t kSize = 4;
  Tokens shingles;
  const std::size_t size = std::min(kSize, tokens.size());
  if (size == 0) return shingles;
  for (std::size_t at = 0; at + size <= tokens.size(); ++at) {
    std::uint64_t hash = 0;
    for (std::size_t i = 0; i < size; ++i)
      hash = hash * 0x9E3779B97F4A7C15u + tokens[at + i];
    shingles.push_back(hash);
  }
  return shingles;
}

Tokens joined(const std::vector<Tokens>& blocks, const std::vector<bool>& kept) {
  Tokens all;
  for (std::size_t i = 0; i < blocks.size(); ++i)
    if (kept[i]) all.insert(all.end(), blocks[i].begin(), blocks[i].end());
  return all;
}

double harmonic(double a, double b) { return a + b > 0 ? 2 * a * b / (a + b) : 0; }

}  // namespace

MeasuredPage::MeasuredPage(const CorpusPage& page, const extract::PageBlocks& blocks) {
  for (const extract::Block& block : blocks.blocks) {
    const std::string_view text = blocks.text_of(block);
    texts_.push_back(squeezed(text));
    folded_.push_back(tokens_of(text, Case::kFolded));
    cased_.push_back(tokens_of(text, Case::kKept));
  }
  truth_folded_ = tokens_of(page.body.value_or(""), Case::kFolded);
  truth_cased_ = tokens_of(page.body.value_or(""), Case::kKept);
  for (const std::string& snippet : page.with) with_.push_back(squeezed(snippet));
  for (const std::string& snippet : page.without) without_.push_back(squeezed(snippet));
}

MeasuredPage::Words MeasuredPage::words(const std::vector<bool>& kept) const {
  const Tokens found = joined(folded_, kept);
  if (found.empty() || truth_folded_.empty()) return {};
  const auto hits = double(overlap(found, truth_folded_));
  const double precision = hits / double(found.size());
  const double recall = hits / double(truth_folded_.size());
  return {precision, recall, harmonic(precision, recall)};
}

MeasuredPage::Shingles MeasuredPage::shingles(const std::vector<bool>& kept) const {
  const auto found = shingles_of(joined(cased_, kept));
  const auto wanted = shingles_of(truth_cased_);
  return {double(overlap(found, wanted)), double(found.size()), double(wanted.size())};
}

MeasuredPage::Snippets MeasuredPage::snippets(const std::vector<bool>& kept) const {
  std::string body;
  for (std::size_t i = 0; i < texts_.size(); ++i)
    if (kept[i]) body += texts_[i] + ' ';
  Snippets out;
  for (const std::string& snippet : with_)
    ++(body.find(snippet) != body.npos ? out.hits : out.missed);
  for (const std::string& snippet : without_)
    out.wrong += body.find(snippet) != body.npos;
  return out;
}

void Figures::add(const CorpusPage& page, const MeasuredPage& measured,
                  const std::vector<bool>& kept) {
  if (page.source == "scrapinghub") {
    const MeasuredPage::Shingles page_shingles = measured.shingles(kept);
    if (page_shingles.found > 0)
      precision_.add(page_shingles.hits / page_shingles.found);
    if (page_shingles.wanted > 0)
      recall_.add(page_shingles.hits / page_shingles.wanted);
  } else if (page.source == "trafilatura") {
    const MeasuredPage::Snippets found = measured.snippets(kept);
    snippets_.hits += found.hits;
    snippets_.missed += found.missed;
    snippets_.wrong += found.wrong;
  } else if (page.source == "wcxb") {
    const double f1 = measured.words(kept).f1;
    words_[""].add(f1);
    words_[page.type].add(f1);
  }
}

double Figures::shingle_f1() const {
  return harmonic(precision_.value(), recall_.value());
}

double Figures::snippet_f1() const {
  return 2.0 * snippets_.hits /
         (2 * snippets_.hits + snippets_.missed + snippets_.wrong);
}

double Figures::word_f1(const std::string& type) const {
  const auto found = words_.find(type);
  return found == words_.end() ? 0 : found->second.value();
}

std::string Figures::line() const {
  std::string line = fmt::format(
      "sh s4 {:.4f} (P {:.4f} R {:.4f})  traf {:.4f} (P {:.4f} R {:.4f})  wcxb",
      shingle_f1(), precision_.value(), recall_.value(), snippet_f1(),
      double(snippets_.hits) / std::max(1, snippets_.hits + snippets_.wrong),
      double(snippets_.hits) / std::max(1, snippets_.hits + snippets_.missed));
  for (const auto& [type, mean] : words_)
    line += fmt::format(" {}{:.4f}", type.empty() ? "" : type + " ", mean.value());
  return line;
}

}  // namespace curlew::tools
