import type { Itinerary } from '../../itinerary.ts'
import type { FriendsView } from '../friends-actions.server.ts'
import type { FriendsRefusal } from '../friends.ts'
import { Notice } from '../../../../ui/page/notice.tsx'
import { AskFriend } from './ask-friend.tsx'
import { FriendsAnswers } from './friends-answers.tsx'
import { TwoPlans } from './two-plans.tsx'
import './friends.css'

/** Friends' answers and votes: a friend gives them, the maker reads them and adjusts the party. */
export function FriendsPart({
  friends,
  itinerary,
  by,
  isShared,
  refusal,
}: {
  friends: FriendsView
  itinerary: Pick<Itinerary, 'id' | 'title' | 'visit_date' | 'stops'>
  by: 'maker' | 'reader'
  isShared: boolean
  refusal: FriendsRefusal | null
}) {
  const { answers, other, own } = friends
  const isMaker = by === 'maker'
  if (isMaker && answers.length === 0 && !other && !isShared && !refusal && !friends.isMissing) return null
  return (
    <div className="friends no-print" id="friends">
      {refusal && refusal.sentence !== '' && <Notice tone="bad">{refusal.sentence}</Notice>}
      {isMaker && friends.isMissing ? (
        <Notice tone="bad">Your friends’ answers could not be loaded. Please reload the page.</Notice>
      ) : isMaker ? (
        <FriendsAnswers friends={friends} />
      ) : (
        <AskFriend key={JSON.stringify(own)} {...{ friends, itinerary, refusal }} />
      )}
      {other && <TwoPlans friends={friends} other={other} itinerary={itinerary} isMaker={isMaker} />}
    </div>
  )
}
