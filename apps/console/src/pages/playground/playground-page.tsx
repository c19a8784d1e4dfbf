/** The playground: calls one model, or two side by side, in any format, and shows the raw frames. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useRef } from 'react';
import { useVisitor } from '../../api/visitor.tsx';
import { useLanguage } from '../../i18n/provider.tsx';
import { dialectNames } from '../../routing/dialects.ts';
import { Button } from '../../ui/button.tsx';
import { KeyField } from '../../ui/key-field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Card, Page } from '../../ui/page.tsx';
import { useKeptPrompt } from './kept-prompt.ts';
import { PromptForm } from './prompt-form.tsx';
import { readTool, type Prompt } from './prompt.ts';
import { SidePanel } from './side-panel.tsx';
import { useCallNames } from './use-call-names.ts';
import { TargetFields } from './target-fields.tsx';
import { useSide, type Side } from './use-side.ts';

export function PlaygroundPage() {
  const { t } = useLanguage();
  const visitor = useVisitor();
  const search = useSearch({ from: '/playground' });
  const navigate = useNavigate({ from: '/playground' });
  const [prompt, setPrompt] = useKeptPrompt(visitor.subject);
  const change = (part: Partial<typeof search>) =>
    void navigate({ search: (before) => ({ ...before, ...part }), replace: true });
  const isOperator = visitor.kind === 'operator';
  const keyId = isOperator ? search.key_id : (visitor.key_id ?? undefined);
  const { names, suggested } = useCallNames(keyId);
  const first = useSide(search.model ?? suggested, search.dialect, prompt);
  const second = useSide(search.model_b ?? first.model, search.dialect_b, prompt);
  const isCompared = search.dialect_b !== undefined;
  const sides = isCompared ? [first, second] : [first];
  const mayCall = !isOperator || visitor.role === 'admin';
  // The names of another key arrive a moment after it is chosen.
  const maySend = mayCall && first.model !== '' && readTool(prompt.tool) !== null;
  const answers = useRef<HTMLDivElement>(null);
  const send = () => {
    if (!maySend || keyId === undefined) return;
    for (const side of sides) side.send(keyId);
    // On a phone the answers stand below the form.
    answers.current?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <Page
      title={t('nav.playground')}
      description={t('playground.description')}
      actions={
        <Button
          onClick={() => {
            change({ dialect_b: isCompared ? undefined : first.dialect, model_b: undefined });
          }}
        >
          {isCompared ? t('playground.single') : t('playground.compare')}
        </Button>
      }
    >
      {!mayCall && <Notice>{t('shell.readOnly')}</Notice>}
      <div className="grid items-start gap-5 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <Card title={t('playground.request')}>
          <PromptForm
            prompt={prompt}
            onChange={setPrompt}
            onSend={send}
            target={
              <>
                {isOperator && (
                  <KeyField
                    keyId={keyId}
                    hint={t('playground.keyHint')}
                    onChange={(key_id) => change({ key_id })}
                  />
                )}
                {sides.map((side) => (
                  <TargetFields
                    key={side === first ? 'first' : 'second'}
                    side={side}
                    isSecond={side === second}
                    names={names}
                    onModel={(model) => change(side === first ? { model } : { model_b: model })}
                    onDialect={(dialect) =>
                      change(side === first ? { dialect } : { dialect_b: dialect })
                    }
                  />
                ))}
              </>
            }
          >
            <SendButtons
              maySend={maySend}
              isRunning={sides.some(({ call }) => call.isRunning)}
              onStop={() => {
                for (const { call } of sides) call.stop();
              }}
            />
          </PromptForm>
        </Card>
        <div
          ref={answers}
          className={`grid min-w-0 items-start gap-5 ${isCompared ? 'md:grid-cols-2' : ''}`}
        >
          {sides.map((side) => (
            <SidePanel
              key={side === first ? 'first' : 'second'}
              side={side}
              title={isCompared ? titleOf(side) : t('playground.answer')}
              onContinue={side === first ? (text) => setPrompt(goOn(prompt, text)) : undefined}
            />
          ))}
        </div>
      </div>
    </Page>
  );
}

function SendButtons(props: {
  readonly maySend: boolean;
  readonly isRunning: boolean;
  readonly onStop: () => void;
}) {
  const { t } = useLanguage();
  return (
    <div className="flex gap-2">
      <Button type="submit" look="primary" disabled={!props.maySend} isBusy={props.isRunning}>
        {t('playground.send')}
      </Button>
      {props.isRunning && <Button onClick={props.onStop}>{t('playground.stop')}</Button>}
    </div>
  );
}

/** Two sides differ in the model, in the format, or in both. */
function titleOf({ model, dialect }: Side): string {
  return [model, dialectNames[dialect]].filter((text) => text !== '').join(' · ');
}

/** Appends the answer as a turn, followed by an empty turn of the user. */
function goOn(prompt: Prompt, text: string): Prompt {
  const id = Math.max(...prompt.turns.map((turn) => turn.id)) + 1;
  const answered = { id, role: 'assistant', text } as const;
  return { ...prompt, turns: [...prompt.turns, answered, { id: id + 1, role: 'user', text: '' }] };
}
