// Any bytes as a learned topic model, with and without its checksum, and as a thesis
// topic: they are refused, or score a text between whatever they say and do no harm;
// what was taken is written again as it was.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "classify/themes.h"
#include "classify/thesis_topics.h"
#include "classify/topic_model.h"

namespace {

using namespace curlew;
using namespace curlew::classify;

void use(const TopicModel& model, std::string_view bytes) {
  TopicWords words;
  for (const char* const stem : {"goal", "bank", "goal", "zyx"}) {
    words.add(stem, Place::kText);
  }
  TopicScratch scratch;
  judge(model, words, words, scratch);
  const std::string again = encode_topic_model(model);
  const auto back = decode_topic_model(again);
  CHECK(back.ok() && encode_topic_model(**back) == again);
  CHECK(again.size() >= bytes.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  if (const auto model = decode_topic_model(bytes); model.ok()) use(**model, bytes);
  if (const auto model = decode_topic_model_without_check(bytes); model.ok()) {
    use(**model, bytes);
  }
  if (auto topic = decode_thesis_topic(bytes); topic.ok()) {
    const auto back = decode_thesis_topic(encode_thesis_topic(*topic));
    CHECK(back.ok() && *back == *topic);
    topic->end_phase(10);
  }
  if (const auto themes = parse_themes(bytes); themes.ok()) {
    TextDrawer drawer(*themes);
    for (const Theme& theme : *themes) drawer.draw(theme);
  }
  return 0;
}
