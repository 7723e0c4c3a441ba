#include "corpus.h"

#include <boost/json.hpp>
#include <fstream>
#include <map>

#include "apps/lab/page_file.h"
#include "extract/words/word_cutter.h"

namespace curlew::tools {
namespace {

namespace json = boost::json;

std::string text_at(const json::object& row, std::string_view key) {
  const json::value* const value = row.if_contains(key);
  return value != nullptr && value->is_string() ? std::string(value->get_string()) : "";
}

std::vector<std::string> texts_at(const json::object& row, std::string_view key) {
  std::vector<std::string> texts;
  for (const json::value& each : row.at(key).as_array())
    texts.emplace_back(each.as_string());
  return texts;
}

// example.org of www.news.example.org, example.co.uk of www.example.co.uk.
std::string owner_of(std::string_view url) {
  const std::size_t begin = url.find("//");
  if (begin == url.npos) return std::string(url);
  std::string_view host = url.substr(begin + 2);
  host = host.substr(0, host.find_first_of("/:?#"));
  std::size_t at = host.rfind('.');
  std::size_t end = host.size();
  for (int parts = 1; at != host.npos && at > 0; ++parts) {
    const bool is_short = end - at - 1 <= 3;
    if (parts >= 2 && !(parts == 2 && is_short))
      return std::string(host.substr(at + 1));
    end = at;
    at = host.rfind('.', at - 1);
  }
  return std::string(host);
}

using Use = void (*)(const json::object&, CorpusPage&);

Result<void> read_rows(const std::string& path, Use use,
                       std::map<std::string, CorpusPage>& pages) {
  std::ifstream file(path);
  if (!file) return Error{ErrorKind::kNotFound, path + ": cannot be read"};
  for (std::string line; std::getline(file, line);) {
    const json::object row = json::parse(line).as_object();
    CorpusPage& page = pages[text_at(row, "id")];
    page.id = text_at(row, "id");
    if (page.owner.empty()) page.owner = owner_of(text_at(row, "url"));
    use(row, page);
  }
  return {};
}

void use_truth(const json::object& row, CorpusPage& page) {
  page.source = text_at(row, "src");
  page.type = text_at(row, "type");
  page.title = text_at(row, "title");
  page.body = text_at(row, "articleBody");
}

void use_segments(const json::object& row, CorpusPage& page) {
  page.source = text_at(row, "src");
  page.with = texts_at(row, "with");
  page.without = texts_at(row, "without");
}

void use_hub(const json::object& row, CorpusPage& page) {
  page.is_hub = text_at(row, "label") == "hub";
}

}  // namespace

Result<std::vector<CorpusPage>> read_corpus(const std::string& folder) {
  std::map<std::string, CorpusPage> known;
  TRY(read_rows(folder + "/truth.jsonl", use_truth, known));
  TRY(read_rows(folder + "/segments.jsonl", use_segments, known));
  TRY(read_rows(folder + "/hub.jsonl", use_hub, known));
  std::vector<CorpusPage> pages;
  for (auto& [id, page] : known) {
    TRY_ASSIGN(page.html, apps::read_page_file(folder + "/" + id + ".html.gz"));
    pages.push_back(std::move(page));
  }
  return pages;
}

unsigned fold_of(const CorpusPage& page, unsigned folds) {
  const std::uint32_t hash = extract::hash_of_word(page.owner);
  return ((hash >> 16) ^ hash) % folds;
}

}  // namespace curlew::tools
