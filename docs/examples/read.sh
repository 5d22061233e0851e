# 1. Find the vineyard, and take its id from the answer.
curl -s "$SITE/api/vineyards?search=$NAME"

# 2. What it offers, with prices.
curl -s "$SITE/api/experiences?vineyard_id=$VINEYARD"

# 3. The times of an experience, with the places that are left.
curl -s "$SITE/api/slots?experience_id=$EXPERIENCE&from=$FROM&until=$UNTIL"
