#include "publish/language.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/grouped.h"

namespace curlew::publish {
namespace {

std::string grouped_in(std::size_t count, Language language) {
  std::string text = grouped(count);
  if (language == Language::kGreek) std::ranges::replace(text, ',', '.');
  return text;
}

}  // namespace

Language parse_language(std::string_view code) {
  const std::string_view primary = code.substr(0, code.find_first_of("-_"));
  return equals_ignoring_case(primary, "el") ? Language::kGreek : Language::kEnglish;
}

std::string_view to_string(Language language) {
  return language == Language::kGreek ? "el" : "en";
}

const Words& words(Language language) {
  static constexpr Words kEnglish = {
      .also_in = "Also in",
      .keyword = "keyword",
      .stored_text = "stored text",
      .all_clips = "All your clips",
      .unsubscribe = "Stop these notices",
      .untitled = "(untitled)",
      .no_clips = "No clips yet.",
      .feed = "feed",
      .clips_of = "Clips of",
      .no_lists =
          "You have no keyword list yet. Whoever runs this Curlew adds one with "
          "curlew watch add.",
      .clips_will_come =
          "An article that answers the list appears here when it is found.",
      .original = "original",
      .no_text = "No text of it is stored.",
      .stop_question = "End these notices?",
      .list_stays = "The list stays, with its feed and its place on your page.",
      .stop = "End them",
      .stopped = "Nothing more is sent",
      .nothing_here = "Nothing is here",
      .may_be_withdrawn = "The address may have been withdrawn.",
  };
  static constexpr Words kGreek = {
      .also_in = "Επίσης",
      .keyword = "λέξη",
      .stored_text = "αποθηκευμένο κείμενο",
      .all_clips = "Όλα τα αποκόμματά σας",
      .unsubscribe = "Διακοπή αυτών των ειδοποιήσεων",
      .untitled = "(χωρίς τίτλο)",
      .no_clips = "Κανένα απόκομμα ακόμη.",
      .feed = "ροή",
      .clips_of = "Αποκόμματα:",
      .no_lists =
          "Δεν έχετε ακόμη λίστα λέξεων. Την προσθέτει ο διαχειριστής του Curlew "
          "με την εντολή curlew watch add.",
      .clips_will_come =
          "Όποιο άρθρο ταιριάζει στη λίστα θα εμφανιστεί εδώ μόλις βρεθεί.",
      .original = "πρωτότυπο",
      .no_text = "Δεν υπάρχει αποθηκευμένο κείμενο.",
      .stop_question = "Διακοπή αυτών των ειδοποιήσεων;",
      .list_stays = "Η λίστα παραμένει, με τη ροή και τη θέση της στη σελίδα σας.",
      .stop = "Διακοπή",
      .stopped = "Δεν θα σταλεί τίποτε άλλο",
      .nothing_here = "Εδώ δεν υπάρχει τίποτα",
      .may_be_withdrawn = "Η διεύθυνση ίσως έχει αποσυρθεί.",
  };
  return language == Language::kGreek ? kGreek : kEnglish;
}

std::string count_of_clips(std::size_t count, Language language) {
  if (language == Language::kGreek) {
    return grouped_in(count, language) + (count == 1 ? " απόκομμα" : " αποκόμματα");
  }
  return grouped_in(count, language) + (count == 1 ? " clip" : " clips");
}

std::string and_more(std::size_t count, Language language) {
  const std::string number = grouped_in(count, language);
  return language == Language::kGreek ? "και " + number + " ακόμη"
                                      : "and " + number + " more";
}

}  // namespace curlew::publish
