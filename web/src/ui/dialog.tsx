import type { ComponentChildren } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { t } from "../i18n/text";
import { IconButton } from "./button";

// The browser's own dialog: it keeps the focus, closes by Escape and tells readers so.
export function Dialog({ title, onClose, children, wide }: {
  title: string; onClose: () => void; children: ComponentChildren; wide?: boolean;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const node = dialog.current;
    node?.showModal();
    return () => node?.close();
  }, []);
  return (
    <dialog ref={dialog} class={wide ? "wide" : ""} aria-labelledby={id}
      onCancel={(event) => (event.preventDefault(), onClose())}
      onClick={(event) => event.target === dialog.current && onClose()}>
      <div class="dialog-body">
        <header>
          <h2 id={id}>{title}</h2>
          <IconButton icon="close" label={t.close} onClick={onClose} />
        </header>
        {children}
      </div>
    </dialog>
  );
}
