import { hasPhrase, labelsIn } from '../../words/templates.ts';

/** Subject that a creative direction may ask for, such as `durability`: a label of the word lists of topics. */
export type Topic = string;

/** Returns the topics that a text asks for. */
export const topicsIn = (text: string): Topic[] => labelsIn('topics-asked', text);

/** Reports whether a statement is about a topic. */
export const isOnTopic = (statement: string, topic: Topic): boolean => hasPhrase('topics-stated', topic, statement);
