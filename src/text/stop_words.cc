#include "text/stop_words.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "text/fold.h"

namespace curlew::text {
namespace {

struct List {
  Language language;
  std::string_view words;  // Parted by single spaces.
};

// Contractions are listed as the word breaker hands them out: "don't" is one word.
constexpr std::array kLists{
    List{Language::kEnglish,
         "a about above after again against all also am an and another any are aren't "
         "around as at be because been before being below between both but by can "
         "can't cannot could couldn't did didn't do does doesn't doing don't down "
         "during each either else even ever every few for from further get gets got "
         "had hadn't has hasn't have haven't having he he'd he'll he's her here hers "
         "herself him himself his how however i i'd i'll i'm i've if in into is isn't "
         "it it'd it'll it's its itself just let let's like may me might more most "
         "much must mustn't my myself neither no nor not now of off on once one only "
         "onto or other others ought our ours ourselves out over own per rather same "
         "shall she she'd she'll she's should shouldn't since so some such than that "
         "that's the their theirs them themselves then there there's these they they'd "
         "they'll they're they've this those though through thus to too toward towards "
         "under until up upon us very was wasn't we we'd we'll we're we've were "
         "weren't what what's when where whether which while who who's whom whose why "
         "will with within without won't would wouldn't yet you you'd you'll you're "
         "you've your yours yourself yourselves"},
    List{
        Language::kGreek,
        "ο η το οι τα του της των τον την τη τους τις στο στη στην στον στα στους στις "
        "στης ένας ένα μια μία έναν ενός μιας και κι ή είτε ούτε μήτε αλλά όμως ωστόσο "
        "μα δε δεν μη μην να θα ας αν εάν πως που ότι όταν όποτε ενώ αφού επειδή διότι "
        "γιατί μήπως άρα λοιπόν ώστε καθώς μόλις πριν μετά αντί από απ για με σε ως "
        "έως προς κατά παρά χωρίς δίχως μέχρι ίσαμε υπέρ περί εκ εξ εν επί υπό διά ανά "
        "εγώ εσύ αυτός αυτή αυτό αυτοί αυτές αυτά αυτού αυτής αυτών αυτούς αυτόν αυτήν "
        "εμείς εσείς εμένα εσένα εμάς εσάς με σε μας σας μου σου τούτος τούτη τούτο "
        "εκείνος εκείνη εκείνο εκείνοι εκείνες εκείνα εκείνου εκείνης εκείνων εκείνους "
        "όποιος όποια όποιο όποιοι όποιες όποιον οποίος οποία οποίο οποίοι οποίες "
        "οποίου οποίας οποίων οποίους οποίον όσος όση όσο όσοι όσες όσα όσων όσους "
        "ό,τι "
        "ποιος ποια ποιο ποιοι ποιες ποιον ποιου πόσο πόσα πόσοι πόσες τόσο τόσα τόσοι "
        "τόσες κάποιος κάποια κάποιο κάποιοι κάποιες κάποιων κάποιους κάποιον κάτι "
        "κανείς κανένας καμία καμιά κανένα τίποτα τίποτε κάθε καθένας καθεμία καθένα "
        "όλος όλη όλο όλοι όλες όλα όλων όλους άλλος άλλη άλλο άλλοι άλλες άλλα άλλων "
        "άλλους άλλον ίδιος ίδια ίδιο ίδιοι ίδιες ίδιον τι πού πότε πώς εδώ εκεί όπου "
        "τώρα τότε πια πλέον ήδη ακόμη ακόμα πάλι ξανά πολύ πιο τόσο μόνο επίσης όπως "
        "έτσι κάπως ίσως σαν μέσα έξω πάνω κάτω δίπλα μπροστά πίσω μαζί είμαι είσαι "
        "είναι είμαστε είστε ήμουν ήσουν ήταν ήμασταν ήσασταν έχω έχεις έχει έχουμε "
        "έχετε έχουν έχοντας είχα είχες είχε είχαμε είχατε είχαν ναι όχι λόγω βάσει "
        "μεταξύ εναντίον σύμφωνα όσον"},
    List{
        Language::kGerman,
        "aber als am an auch auf aus bei beim bin bis da damit dann das dass dein dem "
        "den denn der des die dies diese dieser dieses doch du durch ein eine einem "
        "einen einer eines er es für hat hatte ich ihr ihre im in ist ja kann kein "
        "keine man mein mit nach nicht noch nun nur ob oder ohne sein seine sich sie "
        "sind so über um und uns unter vom von vor war waren was wenn wer wie wir wird "
        "wurde zu zum zur"},
    List{Language::kFrench,
         "à ai au aux avec avons c'est ce ces cet cette d'un d'une dans de des du elle "
         "elles en est et été être eu il ils je l la le les leur leurs lui ma mais me "
         "mes moi mon ne nos notre nous on ont ou où par pas plus pour qu'il que qui s "
         "sa se ses si son sont sur ta te tes toi ton tu un une vos votre vous y"},
    List{
        Language::kSpanish,
        "a al algo ante antes como con contra cual cuando de del desde donde durante e "
        "el ella ellas ellos en entre era eran es esa ese eso esta está este esto ha "
        "han hasta hay la las le les lo los más me mi muy nada ni no nos o otra otro "
        "para pero por porque que quien se ser si sin sobre son su sus también tan te "
        "todo tu un una uno y ya yo"},
    List{Language::kItalian,
         "a ad ai al alla alle allo anche c'è che chi ci coi col come con cui da dagli "
         "dai dal dalla dalle dei degli del dell della delle dello di dove e è ed era "
         "fra gli ha hanno ho i il in io la le lei li lo loro lui ma mi mia mio ne nei "
         "nel nella nelle noi non o per perché più quale quando quella quello questa "
         "questo se sei si sia sono su sua sugli sui sul sulla suo te ti tra tu un una "
         "uno vi voi"},
    List{
        Language::kPortuguese,
        "a à ao aos as às até com como da das de dela dele do dos e é ela elas ele "
        "eles "
        "em entre era essa esse esta está este eu foi há isso isto já la lhe mais mas "
        "me mesmo meu minha muito na não nas nem no nos nós o os ou para pela pelo por "
        "qual quando que quem se sem ser seu sua são só também te tem um uma você"},
    List{
        Language::kDutch,
        "aan al als bij dan dat de die dit door een en er had heb heeft het hij hoe ik "
        "in is je kan maar me men met mij na naar niet nog nu of om omdat onder ons "
        "ook "
        "op over te tegen toch toen tot uit van veel voor want was wat we wel werd wie "
        "wij wordt zal ze zich zij zijn zo zou"},
    List{Language::kSwedish,
         "alla att av blev bli de dem den denna det detta din du där efter ej eller en "
         "er ett från för ha hade han har hon här i icke inte ja jag kan man med men "
         "mig "
         "min mot mycket nu när och om oss på sin sina sitt som så till upp ut vad var "
         "vara vi vid är över"},
    List{Language::kRussian,
         "а без более бы был была были было быть в вам вас во вот все всё вы где да "
         "даже "
         "для до его ее её если есть еще ещё же за и из или им их к как ко который кто "
         "ли между меня мне мы на над не него нее нет ни них но о об он она они оно от "
         "по под при про с со так также там то тоже только у уже чем что чтобы эта эти "
         "это этого этой этот я"},
    List{
        Language::kTurkish,
        "acaba ama ancak aslında az bazı belki ben beni bir biri biz bu bunu bunun çok "
        "çünkü da daha de değil diye en gibi göre hem hep her hiç için ile ise kadar "
        "ki "
        "kim mı mi mu mü nasıl ne neden o olan olarak oldu olduğu on ona onu sen siz "
        "sonra şey şu tüm ve veya ya yani"},
};

// A sorted vector: a few hundred words, asked for every token.
class FoldedList {
 public:
  explicit FoldedList(std::string_view words) {
    for (std::size_t begin = 0; begin < words.size();) {
      const std::size_t end = std::min(words.find(' ', begin), words.size());
      words_.push_back(fold(words.substr(begin, end - begin)));
      begin = end + 1;
    }
    std::sort(words_.begin(), words_.end());
  }

  bool contains(std::string_view word) const {
    return std::binary_search(words_.begin(), words_.end(), word);
  }

 private:
  std::vector<std::string> words_;
};

using Lists = std::array<FoldedList, kLanguageCount>;

const Lists& folded_lists() {
  static const Lists lists = [] {
    const auto words_of = [](int language) -> std::string_view {
      for (const List& list : kLists) {
        if (int(list.language) == language) return list.words;
      }
      return {};
    };
    return [&]<std::size_t... index>(std::index_sequence<index...>) {
      return Lists{FoldedList(words_of(index))...};
    }
    (std::make_index_sequence<kLanguageCount>());
  }();
  return lists;
}

}  // namespace

bool is_stop_word(std::string_view folded, Language language) {
  return folded_lists()[int(language)].contains(folded);
}

}  // namespace curlew::text
