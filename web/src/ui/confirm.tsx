// Asks before what cannot be taken back; all else is done at once, with a way back (leaving.ts).
import { t } from "../i18n/text";
import { Button } from "./button";
import { Dialog } from "./dialog";

export interface Question {
  readonly title: string;
  readonly text: string;
  // What the button says that does it.
  readonly act: string;
  readonly run: () => void;
}

export function Confirm({ question, onClose }: { question: Question; onClose: () => void }) {
  return (
    <Dialog title={question.title} onClose={onClose}>
      <div class="form">
        <p>{question.text}</p>
        <div class="actions">
          <Button kind="danger" onClick={() => (onClose(), question.run())}>{question.act}</Button>
          <Button onClick={onClose}>{t.cancel}</Button>
        </div>
      </div>
    </Dialog>
  );
}
