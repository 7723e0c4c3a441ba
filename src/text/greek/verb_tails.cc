#include <algorithm>
#include <array>
#include <vector>

#include "text/greek/letters.h"
#include "text/greek/verb_stem.h"

namespace curlew::text {
namespace {

struct Tail {
  std::string_view from;
  std::string_view to;
};

// Ends of stems, behind any prefix: κόβω is also αποκόβω and διακόπτω. One that leads
// to itself keeps the general rules away.
constexpr std::array kTails{
    // -ψ- of β, π and πτ. Other -ψ- are φ, or ευ behind ε.
    Tail{"κοψ", "κοβ"},
    Tail{"κοπ", "κοβ"},
    Tail{"κοπτ", "κοβ"},
    Tail{"κρυψ", "κρυβ"},
    Tail{"ραψ", "ραβ"},
    Tail{"γραψ", "γραφ"},
    Tail{"αστραψ", "αστραφτ"},
    Tail{"αναψ", "αναβ"},
    Tail{"σκαψ", "σκαβ"},
    Tail{"τριψ", "τριβ"},
    Tail{"θλιψ", "θλιβ"},
    Tail{"κλεψ", "κλεβ"},
    Tail{"θαψ", "θαβ"},
    Tail{"σκυψ", "σκυβ"},
    Tail{"λειψ", "λειπ"},
    Tail{"βλεψ", "βλεπ"},
    Tail{"πεμψ", "πεμπ"},
    Tail{"λαμψ", "λαμπ"},
    Tail{"στρεψ", "στρεφ"},
    Tail{"στραφ", "στρεφ"},
    Tail{"στραψ", "στρεφ"},
    Tail{"τρεψ", "τρεπ"},
    Tail{"τραπ", "τρεπ"},
    Tail{"θρεψ", "τρεφ"},
    Tail{"τραφ", "τρεφ"},
    Tail{"εγραψ", "εγραφ"},
    Tail{"καλυψ", "καλυπτ"},
    Tail{"ριψ", "ριπτ"},
    Tail{"ριφθ", "ριπτ"},
    Tail{"κυψ", "κυπτ"},
    Tail{"βλαψ", "βλαπτ"},
    Tail{"συναψ", "συναπτ"},
    Tail{"σκεψ", "σκεπτ"},
    Tail{"σκεφτ", "σκεπτ"},
    Tail{"παψ", "παυ"},
    Tail{"παυσ", "παυ"},
    Tail{"καψ", "και"},
    Tail{"κλαψ", "κλαι"},
    // -ξ- of χ, χν, κ, σσ and ττ. Other -ξ- are γ, ζ behind α and ι, σσ behind υ.
    Tail{"τρεξ", "τρεχ"},
    Tail{"προσεξ", "προσεχ"},
    Tail{"δεξ", "δεχ"},
    Tail{"ελεγξ", "ελεγχ"},
    Tail{"ηλεγχ", "ελεγχ"},
    Tail{"ηλεγξ", "ελεγχ"},
    Tail{"ψαξ", "ψαχν"},
    Tail{"φτιαξ", "φτιαχν"},
    Tail{"δειξ", "δειχν"},
    Tail{"δεικνυ", "δειχν"},
    Tail{"διωξ", "διωχν"},
    Tail{"διωκ", "διωχν"},
    Tail{"σπρωξ", "σπρωχν"},
    Tail{"μπλεξ", "μπλεκ"},
    Tail{"πλεξ", "πλεκ"},
    Tail{"ανοιξ", "ανοιγ"},
    Tail{"πνιξ", "πνιγ"},
    Tail{"σφιξ", "σφιγγ"},
    Tail{"θιξ", "θιγ"},
    Tail{"φυλαξ", "φυλαγ"},
    Tail{"φυλασσ", "φυλαγ"},
    Tail{"πραξ", "πραττ"},
    Tail{"ταξ", "ταζ"},
    Tail{"τασσ", "ταζ"},
    Tail{"αλλασσ", "αλλαζ"},
    Tail{"πληξ", "πληττ"},
    Tail{"διδαξ", "διδασκ"},
    Tail{"λεξ", "λεγ"},
    Tail{"λεγξ", "λεγχ"},
    Tail{"φεξ", "φεγγ"},
    Tail{"πηξ", "πηζ"},
    Tail{"αρπαξ", "αρπαζ"},
    Tail{"υπαρξ", "υπαρχ"},
    Tail{"υπηρχ", "υπαρχ"},
    Tail{"υπηρξ", "υπαρχ"},
    Tail{"αρξ", "αρχ"},
    Tail{"παραγαγ", "παραγ"},
    Tail{"αγαγ", "αγ"},
    Tail{"ηγαγ", "αγ"},
    // Presents in -άω with α in the aorist.
    Tail{"γελασ", "γελ"},
    Tail{"χαλασ", "χαλ"},
    Tail{"περασ", "περν"},
    Tail{"ξεχασ", "ξεχν"},
    Tail{"κρεμασ", "κρεμ"},
    Tail{"διψασ", "διψ"},
    Tail{"πεινασ", "πειν"},
    Tail{"γερασ", "γερν"},
    Tail{"κερασ", "κερν"},
    Tail{"σχολασ", "σχολ"},
    Tail{"χωρεσ", "χωρ"},
    Tail{"κοιταξ", "κοιτ"},
    Tail{"κοιταζ", "κοιτ"},
    Tail{"πεταξ", "πετ"},
    Tail{"πεταν", "πετ"},
    Tail{"βασταξ", "βαστ"},
    Tail{"βαλθ", "βαλλ"},
    Tail{"δρασ", "δρ"},
    // Presents with ν before the ending, and none in the aorist.
    Tail{"κλεισ", "κλειν"},
    Tail{"κλειστ", "κλειν"},
    Tail{"σβησ", "σβην"},
    Tail{"σβηστ", "σβην"},
    Tail{"φταν", "φταζ"},
    Tail{"φθαν", "φταζ"},
    Tail{"φθασ", "φταζ"},
    Tail{"πιαν", "πιαζ"},
    Tail{"πιασ", "πιαζ"},
    Tail{"δεσ", "δεν"},
    Tail{"δεθ", "δεν"},
    Tail{"συνδεσ", "συνδε"},
    Tail{"συνδεθ", "συνδε"},
    Tail{"πιεσ", "πιεζ"},
    Tail{"πιεστ", "πιεζ"},
    // Other stems in the aorist.
    Tail{"λαμβαν", "λαβ"},
    Tail{"λαβαιν", "λαβ"},
    Tail{"ληφθ", "λαβ"},
    Tail{"θεσ", "θετ"},
    Tail{"τεθ", "θετ"},
    Tail{"τεθει", "θετ"},
    Tail{"τιθ", "θετ"},
    Tail{"δωσ", "διν"},
    Tail{"δοθ", "διν"},
    Tail{"δοσ", "διν"},
    Tail{"διδ", "διν"},
    Tail{"στειλ", "στελν"},
    Tail{"στελλ", "στελν"},
    Tail{"σταλ", "στελν"},
    Tail{"αγγειλ", "αγγελλ"},
    Tail{"μειν", "μεν"},
    Tail{"φερν", "φερ"},
    Tail{"φερθ", "φερ"},
    Tail{"βαλ", "βαλλ"},
    Tail{"βληθ", "βαλλ"},
    Tail{"βλησ", "βαλλ"},
    Tail{"βγαλ", "βγαζ"},
    Tail{"κριθ", "κριν"},
    Tail{"κλιθ", "κλιν"},
    Tail{"κουβαλ", "κουβαλ"},
    Tail{"κταθ", "κτειν"},
    Tail{"ραταθ", "ρατειν"},
    Tail{"ιταθ", "ιτειν"},
    Tail{"κτειν", "κτειν"},
    Tail{"γγειλ", "γγελλ"},
    Tail{"πεσ", "πεφτ"},
    Tail{"πεφτ", "πεφτ"},
    Tail{"πιπτ", "πεφτ"},
    Tail{"φυγ", "φευγ"},
    Tail{"βρεθ", "βρισκ"},
    Tail{"ισταθ", "ιστ"},
    Tail{"αντισταθ", "αντιστεκ"},
    Tail{"παρασταθ", "παραστεκ"},
    Tail{"επιλυν", "επιλυ"},
    Tail{"διαλυν", "διαλυ"},
    Tail{"γδυν", "γδυ"},
    Tail{"μαθευσ", "μαθ"},
    Tail{"πεθαν", "πεθ"},
    Tail{"φαγ", "τρωγ"},
    Tail{"χαν", "χαζ"},
    Tail{"χασ", "χαζ"},
    Tail{"χαθ", "χαζ"},
    Tail{"βηκ", "β"},
    Tail{"ελθ", "ερχ"},
    Tail{"ηλθ", "ερχ"},
    Tail{"σχεθ", "σχ"},
    Tail{"θελησ", "θελ"},
    Tail{"ηθελ", "θελ"},
    Tail{"ηξερ", "ξερ"},
    Tail{"συρθ", "συρ"},
    Tail{"γραμ", "γραφ"},
    Tail{"στραμ", "στρεφ"},
    Tail{"κομ", "κοβ"},
    Tail{"κρυμ", "κρυβ"},
    Tail{"αναμ", "αναβ"},
};

// Whole stems: too short to be the end of another.
constexpr std::array kWholeStems{
    Tail{"ειδ", "βλεπ"},    Tail{"αφησ", "αφην"},     Tail{"αφεθ", "αφην"},
    Tail{"στησ", "στην"},   Tail{"στηθ", "στην"},     Tail{"ψησ", "ψην"},
    Tail{"λυν", "λυ"},      Tail{"ντυν", "ντυ"},      Tail{"ξυν", "ξυ"},
    Tail{"χυν", "χυ"},      Tail{"δυν", "δυ"},        Tail{"σταθ", "στεκ"},
    Tail{"λεγξ", "ελεγχ"},  Tail{"ριξ", "ριχν"},      Tail{"ελεξ", "ελεγχ"},
    Tail{"ιδωθ", "βλεπ"},   Tail{"ειπ", "λεγ"},       Tail{"ειπωθ", "λεγ"},
    Tail{"πηγ", "πηγαιν"},  Tail{"πηγαιν", "πηγαιν"}, Tail{"ηρθ", "ερχ"},
    Tail{"ερθ", "ερχ"},     Tail{"πηρ", "παιρν"},     Tail{"παρ", "παιρν"},
    Tail{"παρθ", "παιρν"},  Tail{"βαλ", "βαζ"},       Tail{"μπ", "μπαιν"},
    Tail{"βγ", "βγαιν"},    Tail{"βρ", "βρισκ"},      Tail{"βγαιν", "βγαιν"},
    Tail{"μπαιν", "μπαιν"}, Tail{"ηπι", "πιν"},       Tail{"τρωγ", "τρωγ"},
    Tail{"χα", "χαζ"},      Tail{"πετα", "πετ"},      Tail{"πεθα", "πεθ"},
    Tail{"σταλ", "στελν"},  Tail{"παρμ", "παιρν"},
};

struct Family {
  std::string_view stem;
  std::string_view forms;  // Each between two spaces.
};

constexpr std::array kShortForms{
    Family{"βλεπ", " δω δεισ δει δουμε δειτε δουν "},
    Family{"λεγ", " λεω λεσ λεει λεμε λετε λενε πω πεισ πει πουμε πειτε πουν "},
    Family{"τρωγ", " τρωω τρωσ τρωει τρωμε τρωτε τρωνε φαω φασ φαει φαμε φατε φανε "},
    Family{"πηγαιν", " παω πασ παει παμε πατε πανε "},
    Family{"βρισκ", " βρω βρεισ βρει βρουμε βρειτε βρουν "},
    Family{"μπαιν", " μπω μπεισ μπει μπουμε μπειτε μπουν "},
    Family{"βγαιν", " βγω βγεισ βγει βγουμε βγειτε βγουν "},
    Family{"πιν", " πιω πιεισ πιει πιουμε πιειτε πιουν "},
};

constexpr std::size_t kLongestShortForm = 6 * kLetterBytes;

bool lists(std::string_view forms, std::string_view word) {
  for (std::size_t at = forms.find(word); at != forms.npos;
       at = forms.find(word, at + 1)) {
    if (forms[at - 1] == ' ' && forms[at + word.size()] == ' ') return true;
  }
  return false;
}

// The second byte of the last letter, which tells letters apart well enough.
unsigned char last_byte(std::string_view stem) {
  return stem.empty() ? 0 : static_cast<unsigned char>(stem.back());
}

using TailTable = std::array<std::vector<const Tail*>, 256>;

const TailTable& tails_by_last_letter() {
  static const TailTable table = [] {
    TailTable made;
    for (const Tail& tail : kTails) made[last_byte(tail.from)].push_back(&tail);
    return made;
  }();
  return table;
}

}  // namespace

std::optional<std::string_view> find_short_verb_form(std::string_view word) {
  if (word.size() > kLongestShortForm) return std::nullopt;
  for (const Family& family : kShortForms) {
    if (lists(family.forms, word)) return family.stem;
  }
  return std::nullopt;
}

std::optional<std::string> replace_known_tail(std::string_view stem) {
  for (const Tail& whole : kWholeStems) {
    if (stem == whole.from) return std::string(whole.to);
  }
  const Tail* longest = nullptr;
  for (const Tail* tail : tails_by_last_letter()[last_byte(stem)]) {
    if (!stem.ends_with(tail->from)) continue;
    if (!longest || tail->from.size() > longest->from.size()) longest = tail;
  }
  if (!longest) return std::nullopt;
  return std::string(stem.substr(0, stem.size() - longest->from.size())) +
         std::string(longest->to);
}

}  // namespace curlew::text
