#include "apps/lab/article_blocks.h"

#include <fmt/format.h>

#include <span>

#include "apps/lab/cases.h"
#include "extract/article/block_features.h"
#include "extract/article/make.h"
#include "extract/article/markup_words.h"
#include "extract/metadata/metadata.h"
#include "extract/metadata/title_candidates.h"
#include "extract/page_type/page_features.h"

namespace curlew::apps {
namespace {

namespace json = boost::json;

// The elements around blocks: [parent, words of its markup], by their number.
json::object elements_of(const dom::Document& page, const extract::PageBlocks& blocks) {
  json::object elements;
  for (const extract::Block& block : blocks.blocks) {
    for (dom::Node node = page.node(block.element); node; node = node.parent()) {
      const std::string number = std::to_string(node.id());
      if (elements.contains(number)) break;
      std::string words;
      extract::for_each_markup_word(
          node, [&](std::string_view word) { words.append(word) += ' '; });
      const dom::Node parent = node.parent();
      elements[number] = {parent ? std::int64_t(parent.id()) : -1, words};
    }
  }
  return elements;
}

json::array numbers(std::span<const float> features) {
  json::array row;
  for (const float value : features) {
    if (value == std::int64_t(value))
      row.emplace_back(std::int64_t(value));
    else
      row.emplace_back(std::stod(fmt::format("{:.5g}", value)));
  }
  return row;
}

json::object to_json(const extract::Metadata& facts) {
  json::array items;
  for (const extract::JsonLdItem& item : facts.items)
    items.push_back({{"types", json::value_from(item.types)},
                     {"name", item.name},
                     {"headline", item.headline},
                     {"author", item.author},
                     {"published", item.published},
                     {"body", item.body.size()},
                     {"depth", item.depth}});
  return {{"title", facts.title},
          {"og_title", facts.og_title},
          {"twitter_title", facts.twitter_title},
          {"headline", facts.headline},
          {"h1", json::value_from(facts.h1)},
          {"site_name", facts.site_name},
          {"og_type", facts.og_type},
          {"author", facts.author},
          {"published", facts.published},
          {"canonical_url", facts.canonical_url},
          {"og_url", facts.og_url},
          {"generator", facts.generator},
          {"items", std::move(items)}};
}

}  // namespace

void print_article_blocks(const std::string& id, const dom::Document& page,
                          std::FILE* out) {
  const extract::Metadata facts = extract::read_metadata(page);
  extract::PageBlocks blocks;
  extract::Outline outline;
  std::vector<extract::BlockFeatures> features;
  extract::cut_blocks(page, blocks);
  extract::make_outline(page, blocks, outline);
  extract::describe_blocks(page, blocks, outline, facts.title, features);
  std::vector<float> whole;
  const std::string_view url =
      facts.canonical_url.empty() ? facts.og_url : facts.canonical_url;
  extract::describe_page({page, facts, blocks, outline, url}, whole);
  json::array rows;
  for (std::size_t i = 0; i < features.size(); ++i) {
    const extract::Block& block = blocks.blocks[i];
    rows.push_back(
        {{"text", blocks.text_of(block)},
         {"element", block.element},
         {"holder", block.holder},
         {"make", std::int64_t(extract::make_of(page.node(block.element)) >> 1)},
         {"features", numbers(features[i])}});
  }
  json::array names;
  for (const std::string_view name : extract::kBlockFeatureNames)
    names.emplace_back(name);
  print_row({{"id", id},
             {"page", to_json(facts)},
             {"page_names", json::value_from(extract::page_feature_names())},
             {"page_features", numbers(whole)},
             {"names", std::move(names)},
             {"elements", elements_of(page, blocks)},
             {"blocks", std::move(rows)}},
            out);
}

void print_title_candidates(const std::string& id, const dom::Document& page,
                            std::FILE* out) {
  const extract::Metadata facts = extract::read_metadata(page);
  const std::string_view url =
      facts.canonical_url.empty() ? facts.og_url : facts.canonical_url;
  json::array rows;
  for (const extract::TitleCandidate& each : extract::title_candidates(facts, url))
    rows.push_back({{"text", each.text}, {"features", numbers(each.features)}});
  print_row({{"id", id}, {"candidates", std::move(rows)}}, out);
}

}  // namespace curlew::apps
