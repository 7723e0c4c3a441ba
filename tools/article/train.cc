// train_article DIR [--out src/extract] [--folds N] [--drop text_,mark_]
//
// Trains the models that find articles and says how well they do on pages of owners
// that they have not seen. See README.md.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <ctime>
#include <set>

#include "article_trainer.h"
#include "extract/page_type/page_features.h"
#include "table_writer.h"
#include "title_trainer.h"

namespace curlew::tools {
namespace {

struct Options {
  std::string folder;
  std::string out;
  std::string save;
  bool titles = false;
  bool misses = false;
  TrainOptions train;
};

void note(const std::string& text) {
  fmt::print(stderr, "[{:4.0f} CPU-s] {}\n", double(std::clock()) / CLOCKS_PER_SEC,
             text);
}

void print_hubs(const std::vector<Taught>& pages, Half half) {
  double hubs = 0, all_hubs = 0, articles = 0, all_articles = 0;
  for (const Taught& taught : pages) {
    if (!taught.page->is_hub || !is_in(half, taught)) continue;
    (*taught.page->is_hub ? all_hubs : all_articles) += 1;
    (*taught.page->is_hub ? hubs : articles) +=
        extract::is_hub(taught.types) == *taught.page->is_hub;
  }
  fmt::print("hub or article: {:.4f} (hubs {:.3f}, articles {:.3f})\n",
             (hubs / all_hubs + articles / all_articles) / 2, hubs / all_hubs,
             articles / all_articles);
}

constexpr std::pair<std::string_view, Half> kHalves[] = {
    {"all", Half::kBoth}, {"first half", Half::kFirst}, {"second half", Half::kSecond}};

void print_types(const std::vector<Taught>& pages, Half half) {
  std::map<std::string, std::pair<int, int>> right;
  for (const Taught& taught : pages) {
    if (taught.page->source != "wcxb" || !is_in(half, taught)) continue;
    const bool is_right =
        extract::to_string(extract::type_of(taught.types)) == taught.page->type;
    for (const std::string& key : {std::string("all"), taught.page->type}) {
      right[key].first += is_right;
      right[key].second += 1;
    }
  }
  std::string line = "types";
  for (const auto& [type, counts] : right)
    line += fmt::format("  {} {:.3f}", type, double(counts.first) / counts.second);
  fmt::print("{}\n", line);
  print_hubs(pages, half);
}

// With the rules as they are, without each, and with other prices.
void print_figures(const std::vector<Taught>& pages, Half half) {
  std::vector<Choosing> ways = {{"shipped", {}}};
  const auto without = [&](const std::string& name,
                           bool extract::WholePageRules::*rule) {
    ways.push_back({"no " + name, {}});
    ways.back().rules.*rule = false;
  };
  using Rules = extract::WholePageRules;
  without("hidden", &Rules::hidden);
  without("groups", &Rules::groups);
  without("captions", &Rules::captions);
  without("quotes", &Rules::quotes);
  without("others", &Rules::others);
  without("twins", &Rules::twins);
  without("comments", &Rules::comments);
  without("behind", &Rules::behind);
  ways.push_back(
      {"no rules", {false, false, false, false, false, false, false, false}});
  for (const float price : {1.0F, 1.25F, 1.75F})
    ways.push_back({fmt::format("price {}", price), {}, price});
  const std::vector<Figures> figures = measure(pages, ways, half);
  for (std::size_t i = 0; i < ways.size(); ++i)
    fmt::print("{:<16} {}\n", ways[i].name, figures[i].line());
}

void save_chances(const std::string& path, const std::vector<Taught>& pages) {
  std::FILE* const file = std::fopen(path.c_str(), "w");
  for (const Taught& taught : pages) {
    fmt::print(file, "# {} {} {:.2f}\n", taught.page->id, taught.page->type,
               fmt::join(taught.types, " "));
    for (std::size_t i = 0; i < taught.chances.size(); ++i)
      fmt::print(file, "{:.2f} {:.2f} {} {}\n", taught.labels.label[i],
                 taught.chances[i], int(taught.labels.known[i]),
                 taught.measured->texts()[i]);
  }
  std::fclose(file);
}

Result<void> run(const Options& options) {
  TRY_ASSIGN(const std::vector<CorpusPage> corpus, read_corpus(options.folder));
  note(fmt::format("{} pages", corpus.size()));
  ArticleTrainer trainer(corpus, options.train);
  trainer.judge_types();
  for (const auto& [name, half] : kHalves) {
    fmt::print("{}:\n", name);
    print_types(trainer.pages(), half);
  }
  const TitleTraining titles = train_titles(
      trainer.pages(), {options.train.folds, options.train.dropped, options.misses});
  fmt::print(
      "titles: possible {:.4f}, unseen {:.4f} ({:.4f} by trees alone), seen {:.4f}\n",
      titles.figures.possible, titles.figures.unseen, titles.figures.trees,
      titles.figures.seen);
  if (!options.out.empty()) {
    TRY(write_forest(options.out + "/title/title_model.inc", titles.trees,
                     extract::checksum_of_features(extract::kTitleFeatureNames)));
    TRY(write_weights(options.out + "/title/heading_weights.inc", titles.weights));
  }
  if (options.titles) return {};
  trainer.judge_blocks();
  for (const auto& [name, half] : kHalves) {
    fmt::print("{}:\n", name);
    print_figures(trainer.pages(), half);
  }
  note("cross-validated");
  if (!options.save.empty()) save_chances(options.save, trainer.pages());
  if (options.out.empty()) return {};
  const LearnedModel model = trainer.learn_all();
  const std::string& out = options.out;
  TRY(write_forests(out + "/page_type/page_types.inc", model.types,
                    extract::checksum_of_features(extract::page_feature_names())));
  TRY(write_words(out + "/words/markup_words.inc", model.words.markup.scores()));
  TRY(write_words(out + "/words/text_words.inc", model.words.text.scores()));
  TRY(write_forest(out + "/article/block_chance.inc", model.blocks,
                   extract::checksum_of_features(extract::kBlockFeatureNames)));
  note("written");
  return {};
}

int main(int argc, char** argv) {
  Options options;
  CLI::App app("Trains the models that find articles");
  app.add_option("DIR", options.folder, "Pages and what people said about them")
      ->required();
  app.add_option("--out", options.out, "src/extract, whose tables are to be replaced");
  app.add_option("--folds", options.train.folds);
  app.add_option("--drop", options.train.dropped, "Features to do without")
      ->delimiter(',');
  app.add_option("--save", options.save, "Where the chances of all blocks go");
  app.add_flag("--titles", options.titles, "Titles alone");
  app.add_flag("--misses", options.misses, "Print the titles that are wrong");
  app.add_option("--trees", options.train.blocks.trees, "Of the blocks' model");
  app.add_option("--words", options.train.words, "In each list of words");
  CLI11_PARSE(app, argc, argv);
  if (const Result<void> result = run(options); !result) {
    fmt::print(stderr, "{}\n", result.error().text);
    return 1;
  }
  return 0;
}

}  // namespace
}  // namespace curlew::tools

int main(int argc, char** argv) { return curlew::tools::main(argc, argv); }
