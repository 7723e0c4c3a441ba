#include "control/dropped_answers.h"

#include <string>
#include <string_view>
#include <vector>

#include "control/records_wire.h"
#include "control/subjects.h"
#include "model/version.h"
#include "records.pb.h"

namespace curlew::control {
namespace {

// The terminal asks again for the next ones.
constexpr std::size_t kMostDropped = 10'000;

Result<std::string> answer_one(store::Store& store, std::string_view bytes) {
  wire::DroppedQuestion question;
  if (!question.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()))) {
    return Error{ErrorKind::kMalformed, "the question cannot be read"};
  }
  if (question.has_of()) {
    TRY_ASSIGN(const auto places,
               store.versions().dropped(question.of(), kMostDropped));
    wire::RecordPlaces answer;
    for (const model::KeptAt& each : places) to_wire(each, *answer.add_places());
    return answer.SerializeAsString();
  }
  std::vector<model::KeptAt> places;
  for (const wire::RecordPlace& each : question.forget().places()) {
    places.push_back(from_wire(each));
  }
  TRY(store.versions().forget_dropped(places));
  return std::string();
}

}  // namespace

Result<std::unique_ptr<broker::Answering>> answer_dropped(store::Store& store,
                                                          broker::Broker& broker) {
  return broker.answer(kDropped, [&store](std::string_view question) {
    return answer_one(store, question);
  });
}

}  // namespace curlew::control
