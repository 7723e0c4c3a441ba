#include "table_writer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <fstream>

namespace curlew::tools {
namespace {

constexpr std::string_view kHeader =
    "// Made by tools/article (train_article DIR --out src/extract). Do not edit.\n";

Result<void> write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path);
  file << kHeader << text;
  file.close();
  if (!file) return Error{ErrorKind::kFailed, path + ": cannot be written"};
  return {};
}

// Five digits are more than the trees know.
std::string number(float value) {
  std::string text = fmt::format("{:.5g}", value);
  if (text.find_first_of(".e") == text.npos) text += '.';
  return text + 'F';
}

// A tree a line.
std::string tables_of(const Trees& trees, std::string_view suffix) {
  const std::size_t leaves = std::size_t(1) << trees.depth;
  std::string text =
      fmt::format("constexpr ForestQuestion kQuestions{}[] = {{\n", suffix);
  for (std::size_t i = 0; i < trees.questions.size(); ++i) {
    const extract::ForestQuestion& question = trees.questions[i];
    text += fmt::format("{{{},{}}},", question.feature, number(question.threshold));
    if ((i + 1) % (leaves - 1) == 0) text += '\n';
  }
  text += fmt::format("}};\nconstexpr float kLeaves{}[] = {{\n", suffix);
  for (std::size_t i = 0; i < trees.leaves.size(); ++i) {
    text += number(trees.leaves[i]) + ',';
    if ((i + 1) % leaves == 0) text += '\n';
  }
  return text + "};\n";
}

std::string line_of(std::uint64_t checksum) {
  return fmt::format("constexpr std::uint64_t kFeatureChecksum = {:#x};\n", checksum);
}

std::string forest_of(const Trees& trees, std::string_view suffix) {
  return fmt::format("{{{}, {}, kQuestions{}, kLeaves{}}}", trees.depth,
                     number(trees.start), suffix, suffix);
}

}  // namespace

Result<void> write_forest(const std::string& path, const Trees& trees,
                          std::uint64_t checksum) {
  return write_file(path, line_of(checksum) + tables_of(trees, "") +
                              "constexpr Forest kForest" + forest_of(trees, "") +
                              ";\n");
}

Result<void> write_forests(const std::string& path, std::span<const Trees> kinds,
                           std::uint64_t checksum) {
  std::string text = line_of(checksum);
  std::string all;
  for (std::size_t kind = 0; kind < kinds.size(); ++kind) {
    text += tables_of(kinds[kind], std::to_string(kind));
    all += "Forest" + forest_of(kinds[kind], std::to_string(kind)) + ",\n";
  }
  return write_file(path, text + "constexpr TypeForests kForests = {\n" + all + "};\n");
}

Result<void> write_weights(const std::string& path, std::span<const float> weights) {
  std::vector<std::string> numbers;
  for (const float weight : weights) numbers.push_back(number(weight));
  return write_file(path,
                    fmt::format("constexpr HeadingFacts kHeadingWeights = {{{}}};\n",
                                fmt::join(numbers, ", ")));
}

Result<void> write_words(const std::string& path,
                         std::span<const extract::WordScore> words) {
  constexpr std::size_t kWordsPerLine = 4;
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += fmt::format("{{\"{}\", {}}},", words[i].word, words[i].hundredths);
    text += (i + 1) % kWordsPerLine == 0 ? '\n' : ' ';
  }
  return write_file(path, text + "\n");
}

}  // namespace curlew::tools
