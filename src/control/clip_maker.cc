#include "control/clip_maker.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "extract/clips/clip.h"
#include "match/query_set.h"

namespace curlew::control {
namespace {

// Tried for a summary with its keyword in it.
constexpr std::size_t kMostPlaces = 8;
// A summary is made of sentences nearer than this to its keyword. Blocks may be
// megabytes, and each keyword would cost a reading of all of it.
constexpr std::size_t kSurroundings = 8'000;

// The block's words about `keyword`, which is moved with them.
model::Block cut_near(const model::Block& block, text::ByteRange& keyword) {
  const std::string_view text = block.text;
  std::size_t begin = 0;
  if (keyword.begin > kSurroundings) {
    begin = text.find_first_of(" \n", keyword.begin - kSurroundings);
    begin = std::min(begin, keyword.begin);
  }
  std::size_t end = text.size();
  if (text.size() - keyword.end > kSurroundings) {
    end = text.find_last_of(" \n", keyword.end + kSurroundings);
    end = std::max(end, keyword.end);
  }
  keyword.begin -= begin;
  keyword.end -= begin;
  return {.text = std::string(text.substr(begin, end - begin)),
          .heading = block.heading,
          .label = block.label,
          .label_uses = block.label_uses,
          .path = block.path};
}

// The first sentence. Of a change ("− what it said", "+ what it says") the first of
// what came: a summary has the sentence before it, too.
text::ByteRange first_news(std::string_view text, const text::Analysis& analysis) {
  const auto& sentences = analysis.sentences();
  if (!text.starts_with("− ")) return sentences.front();
  const std::size_t came = text.find("\n+ ");
  for (const text::ByteRange& sentence : sentences) {
    if (came != text.npos && sentence.end > came + 1) return sentence;
  }
  return sentences.front();
}

}  // namespace

std::shared_ptr<const model::Clip> ClipMaker::at(std::uint32_t position) {
  std::shared_ptr<const model::Clip>& clip = made_[position];
  if (!clip) clip = std::make_shared<const model::Clip>(make(position));
  return clip;
}

// A keyword may stand in a heading, which no summary repeats: then the clip is about
// the next place where it stands, if there is one.
model::Clip ClipMaker::make(std::uint32_t position) {
  model::Clip clip;
  clip.title = article_.title;
  for (const query::Place& place : places_like(position)) {
    const bool is_in_title = place.part == 0;
    const std::string_view text =
        is_in_title ? article_.title : article_.blocks[place.part - 1].text;
    if (clip.keyword.empty()) {
      clip.keyword = text.substr(place.begin, place.end - place.begin);
    }
    if (!is_in_title && summarize(place, clip)) return clip;
  }
  if (clip.summary.empty()) take_beginning(clip);
  return clip;
}

// The places of the words that are the same as the one at `position`: itself first,
// then those of the blocks.
std::vector<query::Place> ClipMaker::places_like(std::uint32_t position) const {
  std::vector<query::Place> places;
  if (position == match::kNoPosition) return places;
  places.push_back(terms_.place_of(position));
  std::vector<std::uint64_t> hashes;
  for (const query::Term& term : terms_.terms()) {
    const bool is_there =
        term.position == position && term.field != query::Field::kAuthor;
    if (!is_there) continue;
    // A stem that equals its word is not written twice: "strikes" has the stem of
    // "strike".
    const std::string_view text = terms_.text_of(term);
    const bool is_stem = text.starts_with(query::kStemMark);
    hashes.push_back(term.hash);
    hashes.push_back(query::term_hash(is_stem ? std::string(text.substr(1))
                                              : query::kStemMark + std::string(text)));
  }
  std::uint32_t last = position;
  for (const query::Term& term : terms_.terms()) {
    if (places.size() >= kMostPlaces) break;
    if (term.field == query::Field::kAuthor || term.position == last) continue;
    if (std::ranges::find(hashes, term.hash) == hashes.end()) continue;
    last = term.position;
    const query::Place place = terms_.place_of(term.position);
    if (term.position != position && place.part > 0) places.push_back(place);
  }
  return places;
}

// Whether the keyword is in it.
bool ClipMaker::summarize(const query::Place& place, model::Clip& clip) {
  text::ByteRange keyword{place.begin, place.end};
  const model::Block near = cut_near(article_.blocks[place.part - 1], keyword);
  if (near.text.empty()) return false;
  analyzer_.analyze(near.text, terms_.language(), analysis_);
  extract::Clip cut = extract::make_clip(near, keyword, analysis_);
  if (clip.title.empty()) clip.title = std::move(cut.title);
  const bool is_in_it = cut.mark.size() > 0;
  if (!is_in_it && !clip.summary.empty()) return false;
  clip.summary = std::move(cut.summary);
  if (!is_in_it) return false;
  clip.keyword = std::string(keyword.of(near.text));
  clip.mark_begin = std::uint32_t(cut.mark.begin);
  clip.mark_end = std::uint32_t(cut.mark.end);
  return true;
}

// What the text begins with, for a keyword that stands in the title alone, or a query
// without one.
void ClipMaker::take_beginning(model::Clip& clip) {
  if (article_.blocks.empty()) return;
  text::ByteRange beginning{0, 0};
  const model::Block near = cut_near(article_.blocks[0], beginning);
  analyzer_.analyze(near.text, terms_.language(), analysis_);
  if (analysis_.sentences().empty()) return;
  const text::ByteRange first = first_news(near.text, analysis_);
  extract::Clip cut = extract::make_clip(near, first, analysis_);
  if (clip.title.empty()) clip.title = std::move(cut.title);
  clip.summary = std::move(cut.summary);
}

}  // namespace curlew::control
